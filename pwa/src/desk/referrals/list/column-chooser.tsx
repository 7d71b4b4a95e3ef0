import {
  REFERRAL_COLUMNS,
  type ReferralColumn,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import { DESK_COLUMNS } from '../desk-columns.ts';
import { columnsText } from '../desk-view.ts';

type Props = {
  columns: readonly ReferralColumn[];
  /** The columns as in the URL; undefined for the usual ones. */
  onChoose: (columns: string | undefined) => void;
};

/** Chooses the columns of the list; the name is always shown. */
export function ColumnChooser({ columns, onChoose }: Props) {
  // The URL follows a moment later, and a checkbox that waited for it would look broken.
  const [chosen, setChosen] = useState(columns);
  const toggle = (column: ReferralColumn, isOn: boolean) => {
    const next = isOn ? [...chosen, column] : chosen.filter((one) => one !== column);
    setChosen(next);
    onChoose(columnsText(next));
  };
  return (
    <Popover
      label="Columns"
      trigger={
        <Button variant="quiet" size="sm">
          Columns
        </Button>
      }
    >
      {() => (
        <fieldset className="desk-columns">
          <legend className="visually-hidden">Columns</legend>
          {REFERRAL_COLUMNS.map((column) => (
            <label key={column}>
              <input
                type="checkbox"
                checked={chosen.includes(column)}
                disabled={column === 'name'}
                onChange={(event) => toggle(column, event.target.checked)}
              />
              {DESK_COLUMNS[column].label}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}
