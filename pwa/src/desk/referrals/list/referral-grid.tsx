import type { ReferralColumn } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Virtualizer } from 'virtua';
import type { CustomContainerComponentProps, CustomItemComponentProps } from 'virtua';
import { rowAfterKey } from '../../../lib/list-keys.ts';
import {
  type FixedRows,
  remPx,
  rowsOnScreen,
  scrollToRow,
  useKeptRows,
  useRowsOnScreen,
} from '../../../ui/desk/fixed-rows.ts';
import { DESK_COLUMNS } from '../desk-columns.ts';
import type { DeskView } from '../desk-view.ts';
import type { ReferralList } from '../referral-list.ts';
import { type Selection, toggled, withRows } from '../selection.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import './referral-grid.css';

const ROW_REM = 3;
const OVERSCAN = 10;

type Props = {
  list: ReferralList;
  /** How many there are, if that is known. */
  total: number | undefined;
  view: DeskView;
  columns: readonly ReferralColumn[];
  selection: Selection;
  /** The referral whose details are open. */
  openId: string | undefined;
  onSelection: (selection: Selection) => void;
  /** The person wants everything that matches, or nothing. */
  onSelectAll: (isOn: boolean) => void;
  onSort: (column: ReferralColumn) => void;
  onOpen: (id: string) => void;
};

/**
 * The table of SPEC §2 as an ARIA grid of any length, which grows as it is scrolled. Only the rows on the screen are
 * drawn, and one of them has the focus. Arrows, Page, Home and End move it and with Shift select on the way, Space
 * selects, Enter opens.
 */
export function ReferralGrid({ list, total, view, columns, selection, openId, ...on }: Props) {
  const { onSelection } = on;
  const scroller = useRef<HTMLDivElement>(null);
  const [rowPx] = useState(() => ROW_REM * remPx());
  // The heading covers as much as a row.
  const rows: FixedRows = { scroller, rowPx, headPx: rowPx };
  const { active, setActive, focusRow } = useActiveRow(scroller, list.length);
  useOpenRow(rows, list.placeOf(openId ?? ''), setActive);
  useScrollToTop(scroller, JSON.stringify(view));
  const look = useRowsOnScreen(rows, list.request);
  const kept = useKeptRows(list.length, active);

  const select = (index: number, extends_: boolean) => {
    const row = list.rowAt(index)?.referral;
    if (row) onSelection(extends_ ? withRows(selection, [row]) : toggled(selection, row));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('.desk-head')) return;
    const { from, to } = rowsOnScreen(rows);
    const pageSize = Math.max(1, to - from - 2);
    const next = rowAfterKey(event.key, { index: active, count: list.length, pageSize });
    if (next !== undefined) {
      event.preventDefault();
      if (event.shiftKey) onSelection(withRows(selection, rowsBetween(list, active, next)));
      scrollToRow(rows, next);
      focusRow(next);
    } else if (event.key === ' ') {
      event.preventDefault();
      select(active, event.shiftKey);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = list.rowAt(active);
      if (row) on.onOpen(row.referral.id);
    }
  };
  const handleClick = (event: MouseEvent) => {
    const index = indexOf(event.target);
    const row = index === undefined ? undefined : list.rowAt(index);
    if (index === undefined || !row || opensElsewhere(event)) return;
    // A clicked checkbox changes by itself, and would be changed back.
    if (!isCheck(event.target)) event.preventDefault();
    setActive(index);
    if (event.shiftKey) {
      onSelection(withRows(selection, rowsBetween(list, active, index)));
    } else if (isCheck(event.target)) select(index, false);
    else on.onOpen(row.referral.id);
  };
  return (
    <div
      role="grid"
      className="desk-grid"
      aria-label="All Referrals"
      // Of the heading, too; -1 for a list of unknown length.
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-multiselectable="true"
      ref={scroller}
      style={widthsOf(columns)}
      onScroll={look}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
    >
      <GridHead
        columns={columns}
        view={view}
        isAll={list.rest === 'none' && selection.size >= list.length}
        isSome={selection.size > 0}
        onSelectAll={on.onSelectAll}
        onSort={on.onSort}
      />
      <Virtualizer
        data={{ length: list.length }}
        scrollRef={scroller}
        startMargin={rowPx}
        itemSize={rowPx}
        bufferSize={OVERSCAN * rowPx}
        keepMounted={kept}
        as={RowGroup}
        item={RowPlace}
      >
        {(_, index) => {
          const row = list.rowAt(index);
          return (
            <GridRow
              key={index}
              row={row}
              index={index}
              columns={columns}
              isActive={index === active}
              isSelected={row !== undefined && selection.has(row.referral.id)}
            />
          );
        }}
      </Virtualizer>
    </div>
  );
}

function RowGroup({ children, ...props }: CustomContainerComponentProps) {
  return (
    <div role="rowgroup" className="desk-rows" {...props}>
      {children}
    </div>
  );
}

/** Otherwise hidden until it was measured, and what is hidden cannot get the focus. */
function RowPlace({ style, children, ref }: CustomItemComponentProps) {
  return (
    <div role="presentation" style={{ ...style, visibility: 'visible' }} ref={ref}>
      {children}
    </div>
  );
}

/** The row that has the focus or would get it by Tab; always drawn, so that the focus is not lost. */
function useActiveRow(scroller: { current: HTMLElement | null }, count: number) {
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, Math.max(0, count - 1));
  const wantsFocus = useRef(false);
  const focusRow = (index: number) => {
    wantsFocus.current = true;
    setActive(index);
  };
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    row?.focus({ preventScroll: true });
  }, [scroller, active]);
  return { active, setActive, focusRow };
}

/** Follows the referral whose details are open, so that its neighbors are read, and the person finds it afterwards. */
function useOpenRow(rows: FixedRows, index: number, setActive: (index: number) => void): void {
  const follow = useRef({ rows, setActive });
  useLayoutEffect(() => {
    follow.current = { rows, setActive };
  });
  useLayoutEffect(() => {
    if (index < 0) return;
    follow.current.setActive(index);
    scrollToRow(follow.current.rows, index);
  }, [index]);
}

/** Scrolls a new view to its top. */
function useScrollToTop(scroller: { current: HTMLElement | null }, key: string): void {
  const shown = useRef(key);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, key]);
}

function rowsBetween(list: ReferralList, a: number, b: number): AdminReferral[] {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  return Array.from({ length: to - from + 1 }, (_, at) => list.rowAt(from + at)).flatMap(
    (row) => row?.referral ?? [],
  );
}

function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : undefined;
}

const isCheck = (target: EventTarget) =>
  target instanceof Element && target.closest('.desk-cell-check') !== null;

/** Whether the browser opens the link in another tab. */
function opensElsewhere(event: MouseEvent): boolean {
  const isLink = event.target instanceof Element && event.target.closest('a') !== null;
  return isLink && (event.ctrlKey || event.metaKey || event.button !== 0);
}

const CHECK_REM = 2.25;

/** The same for every row, so that columns line up although each row is a grid of its own. */
function widthsOf(columns: readonly ReferralColumn[]): Record<string, string> {
  const widths = columns.map((column) => DESK_COLUMNS[column].width);
  const least = widths.reduce((sum, [rem]) => sum + rem, CHECK_REM);
  const template = widths.map(([rem, share]) => `minmax(${rem}rem, ${share}fr)`);
  return {
    '--desk-columns': `${CHECK_REM}rem ${template.join(' ')}`,
    '--desk-width': `${least}rem`,
  };
}
