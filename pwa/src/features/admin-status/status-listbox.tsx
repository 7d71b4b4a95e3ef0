import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { rowAfterKey } from '../../lib/list-keys.ts';
import type { StatusList } from './status-list.ts';
import { StatusOption } from './status-option.tsx';
import './status-listbox.css';

const ROW_REM = 4.25;
const OVERSCAN = 8;

type Props = {
  box: RefObject<HTMLDivElement | null>;
  list: StatusList;
  chosenId: string | undefined;
  onChoose: (index: number) => void;
};

/**
 * A list of all referrals to choose one from, however many there are: only the rows on the screen are drawn. Arrows,
 * Page, Home and End move through it, Enter or Space chooses.
 */
export function StatusListbox({ box, list, chosenId, onChoose }: Props) {
  const { total, request } = list;
  const optionId = useId();
  const [active, setActive] = useState(0);
  const [rowPx] = useState(() => ROW_REM * remPx());
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which we do not use
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  useEffect(() => request(startIndex, endIndex + 1), [request, startIndex, endIndex]);

  const drawn = virtual.getVirtualItems();
  const isActiveDrawn = drawn.some(({ index }) => index === active);
  const handleKeyDown = (event: KeyboardEvent) => {
    const pageSize = Math.max(1, endIndex - startIndex - 1);
    const next = rowAfterKey(event.key, { index: active, count: total, pageSize });
    if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (next === undefined) return onChoose(active);
    setActive(next);
    virtual.scrollToIndex(next);
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
      aria-activedescendant={isActiveDrawn ? `${optionId}-${active}` : undefined}
      tabIndex={0}
      ref={box}
      onKeyDown={handleKeyDown}
    >
      <div role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
        {drawn.map(({ index, start }) => (
          <StatusOption
            key={index}
            id={`${optionId}-${index}`}
            row={list.rowAt(index)}
            place={{ index, total, startPx: start, heightPx: rowPx }}
            isActive={index === active}
            chosenId={chosenId}
            onChoose={() => handleChoose(index)}
          />
        ))}
      </div>
    </div>
  );
}

function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
