import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { Virtualizer } from 'virtua';
import { rowAfterKey } from '../../../lib/list-keys.ts';
import {
  type FixedRows,
  remPx,
  rowsOnScreen,
  scrollToRow,
  useKeptRows,
  useRowsOnScreen,
} from '../../../ui/desk/fixed-rows.ts';
import type { ReferralList } from '../referral-list.ts';
import { StatusOption } from './status-option.tsx';
import './status-listbox.css';

const ROW_REM = 4.25;
const OVERSCAN = 8;

type Props = {
  box: RefObject<HTMLDivElement | null>;
  list: ReferralList;
  /** How many there are, if that is known. */
  total: number | undefined;
  chosenId: string | undefined;
  onChoose: (index: number) => void;
};

/**
 * A list of all referrals to choose one from, however many there are: it grows as it is scrolled, and only the rows on
 * the screen are drawn. Arrows, Page, Home and End move through it, Enter or Space chooses.
 */
export function StatusListbox({ box, list, total, chosenId, onChoose }: Props) {
  const { length } = list;
  const optionId = useId();
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, Math.max(0, length - 1));
  const [rowPx] = useState(() => ROW_REM * remPx());
  const rows: FixedRows = { scroller: box, rowPx, headPx: 0 };
  const look = useRowsOnScreen(rows, list.request);
  const kept = useKeptRows(length, active);
  const handleKeyDown = (event: KeyboardEvent) => {
    const { from, to } = rowsOnScreen(rows);
    const pageSize = Math.max(1, to - from - 2);
    const next = rowAfterKey(event.key, { index: active, count: length, pageSize });
    if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (next === undefined) return onChoose(active);
    setActive(next);
    scrollToRow(rows, next);
  };
  const handleChoose = (index: number) => {
    setActive(index);
    onChoose(index);
  };
  return (
    <div
      className="status-listbox"
      role="listbox"
      aria-label="All referrals"
      aria-activedescendant={length > 0 ? `${optionId}-${active}` : undefined}
      tabIndex={0}
      ref={box}
      onScroll={look}
      onKeyDown={handleKeyDown}
    >
      <Virtualizer
        data={{ length }}
        scrollRef={box}
        itemSize={rowPx}
        bufferSize={OVERSCAN * rowPx}
        keepMounted={kept}
      >
        {(_, index) => (
          <StatusOption
            key={index}
            id={`${optionId}-${index}`}
            row={list.rowAt(index)}
            place={index + 1}
            total={total}
            isActive={index === active}
            chosenId={chosenId}
            onChoose={() => handleChoose(index)}
          />
        )}
      </Virtualizer>
    </div>
  );
}
