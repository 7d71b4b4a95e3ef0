import { useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { type ColumnId, DESK_COLUMNS } from '../desk-columns.ts';
import type { DeskView } from '../desk-view.ts';
import { ALL_SELECTED, countSelected, NOTHING_SELECTED, type Selection } from '../selection.ts';

type Props = {
  columns: readonly ColumnId[];
  view: DeskView;
  total: number;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onSort: (column: ColumnId) => void;
};

/** The headings, each a button that sorts, and the box that selects all. */
export function GridHead({ columns, view, total, selection, onSelection, onSort }: Props) {
  const count = countSelected(selection, total);
  const isAll = total > 0 && count === total;
  return (
    <div role="rowgroup" className="desk-head">
      <div role="row" className="desk-grid-row" aria-rowindex={1}>
        <span role="columnheader" className="desk-cell-check">
          <AllBox
            isOn={isAll}
            isSome={count > 0 && !isAll}
            onChange={() => onSelection(isAll ? NOTHING_SELECTED : ALL_SELECTED)}
          />
        </span>
        {columns.map((column) => {
          const direction = view.isDescending ? 'descending' : 'ascending';
          const isSorted = view.column === column;
          return (
            <span
              key={column}
              role="columnheader"
              data-column={column}
              aria-sort={isSorted ? direction : 'none'}
            >
              <button type="button" onClick={() => onSort(column)}>
                {DESK_COLUMNS[column].label}
                {isSorted && <Icon name="chevron" />}
              </button>
            </span>
          );
        })}
      </div>
    </div>
  );
}

type AllBoxProps = { isOn: boolean; isSome: boolean; onChange: () => void };

function AllBox({ isOn, isSome, onChange }: AllBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      type="checkbox"
      ref={box}
      checked={isOn}
      onChange={onChange}
      aria-label="Select everything shown"
    />
  );
}
