import type { ReferralColumn } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { DESK_COLUMNS } from '../desk-columns.ts';
import type { DeskView } from '../desk-view.ts';

type Props = {
  columns: readonly ReferralColumn[];
  view: DeskView;
  /** Whether everything that matches is selected, or at least something. */
  isAll: boolean;
  isSome: boolean;
  onSelectAll: (isOn: boolean) => void;
  onSort: (column: ReferralColumn) => void;
};

/** The headings, each a button that sorts, and the box that selects all. */
export function GridHead({ columns, view, isAll, isSome, onSelectAll, onSort }: Props) {
  return (
    <div role="rowgroup" className="desk-head">
      <div role="row" className="desk-grid-row" aria-rowindex={1}>
        <span role="columnheader" className="desk-cell-check">
          <AllBox isOn={isAll} isSome={isSome && !isAll} onChange={() => onSelectAll(!isAll)} />
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
      aria-label="Select everything that matches"
    />
  );
}
