import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { type ColumnId, COLUMNS, DESK_COLUMNS } from '../desk-columns.ts';
import { columnsText } from '../desk-view.ts';

type Props = {
  columns: readonly ColumnId[];
  /** As the URL holds them; undefined for the usual ones. */
  onChoose: (columns: string | undefined) => void;
};

/** Which columns the list shows; the name always. */
export function ColumnChooser({ columns, onChoose }: Props) {
  // The URL follows a moment later; a box that waits for it looks broken.
  const [chosen, setChosen] = useState(columns);
  const toggle = (column: ColumnId, isOn: boolean) => {
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
          {COLUMNS.map((column) => (
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
