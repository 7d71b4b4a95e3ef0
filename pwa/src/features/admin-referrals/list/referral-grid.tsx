import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { type ColumnId, DESK_COLUMNS } from '../desk-columns.ts';
import type { DeskView } from '../desk-view.ts';
import { GridHead } from './grid-head.tsx';
import { rowAfterKey } from '../../../lib/list-keys.ts';
import { GridRow } from './grid-row.tsx';
import { isSelected, type Selection, toggled, withRows } from '../selection.ts';
import type { DeskList } from '../use-desk-list.ts';
import './referral-grid.css';

const ROW_REM = 3;
const OVERSCAN = 10;

type Props = {
  list: DeskList;
  view: DeskView;
  columns: readonly ColumnId[];
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onSort: (column: ColumnId) => void;
  onOpen: (id: string) => void;
};

/**
 * The table of SPEC §2 as an ARIA grid of any length. Only the rows on the screen are drawn, and one of them has the
 * focus. Arrows, Page, Home and End move it and with Shift select on the way, Space selects, Enter opens.
 */
export function ReferralGrid({ list, view, columns, selection, onSelection, ...on }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [rowPx] = useState(() => ROW_REM * remPx());
  const { active, setActive, focusRow } = useActiveRow(scroller, list.total);
  const keepActive = useCallback(
    (range: Range) => withActive(defaultRangeExtractor(range), active, range.count),
    [active],
  );
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which we do not use
  const virtual = useVirtualizer({
    count: list.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    rangeExtractor: keepActive,
    // The sticky heading covers the first rows when they are scrolled.
    scrollMargin: rowPx,
    scrollPaddingStart: rowPx,
    useFlushSync: false,
  });
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const { request } = list;
  useEffect(() => request(startIndex, endIndex + 1), [request, startIndex, endIndex]);
  useScrollToTop(scroller, JSON.stringify(view));

  const select = (index: number, extends_: boolean) => {
    const id = list.rowAt(index)?.referral.id;
    if (id === undefined) return;
    onSelection(extends_ ? withRows(selection, [id], true) : toggled(selection, id));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('.desk-head')) return;
    const pageSize = Math.max(1, endIndex - startIndex - 1);
    const next = rowAfterKey(event.key, { index: active, count: list.total, pageSize });
    if (next !== undefined) {
      event.preventDefault();
      if (event.shiftKey) onSelection(withRows(selection, idsBetween(list, active, next), true));
      virtual.scrollToIndex(next);
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
      onSelection(withRows(selection, idsBetween(list, active, index), true));
    } else if (isCheck(event.target)) select(index, false);
    else on.onOpen(row.referral.id);
  };
  return (
    <div
      role="grid"
      className="desk-grid"
      aria-label="All Referrals"
      aria-rowcount={list.total + 1}
      aria-multiselectable="true"
      aria-busy={list.isBehind || undefined}
      ref={scroller}
      style={widthsOf(columns)}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
    >
      <GridHead
        columns={columns}
        view={view}
        total={list.total}
        selection={selection}
        onSelection={onSelection}
        onSort={on.onSort}
      />
      <div role="rowgroup" className="desk-rows" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = list.rowAt(index);
          return (
            <GridRow
              key={index}
              row={row}
              index={index}
              top={start - rowPx}
              columns={columns}
              isActive={index === active}
              isSelected={row !== undefined && isSelected(selection, row.referral.id)}
            />
          );
        })}
      </div>
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

/** Scrolls a new view to its top. */
function useScrollToTop(scroller: { current: HTMLElement | null }, key: string): void {
  const shown = useRef(key);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, key]);
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

function withActive(indexes: number[], active: number, count: number): number[] {
  if (active >= count || indexes.includes(active)) return indexes;
  return [...indexes, active].toSorted((a, b) => a - b);
}

function idsBetween(list: DeskList, a: number, b: number): string[] {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const ids = Array.from({ length: to - from + 1 }, (_, at) => list.rowAt(from + at)?.referral.id);
  return ids.filter((id) => id !== undefined);
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
function widthsOf(columns: readonly ColumnId[]): Record<string, string> {
  const widths = columns.map((column) => DESK_COLUMNS[column].width);
  const least = widths.reduce((sum, [rem]) => sum + rem, CHECK_REM);
  const template = widths.map(([rem, share]) => `minmax(${rem}rem, ${share}fr)`);
  return {
    '--desk-columns': `${CHECK_REM}rem ${template.join(' ')}`,
    '--desk-width': `${least}rem`,
  };
}
