import { useState } from 'react';
import { FormGrid } from '../../ui/forms/form-grid.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Reading } from './read-people.ts';
import type { Columns } from './columns/columns.ts';

type Props = { reading: Reading; onChange: (columns: Columns) => void };

/** Which column holds what: told, shown in a line, and changeable; open if something could not be told. */
export function ColumnChoice({ reading, onChange }: Props) {
  // Several may be changed before the file has been read again with the first change.
  const [columns, setColumns] = useState(reading.columns);
  const choose = (next: Columns) => {
    setColumns(next);
    onChange(next);
  };
  return (
    <details className="column-choice" open={reading.isUnsure}>
      <summary>Columns: {reading.summary}</summary>
      <FormGrid>
        {reading.choices.map(({ key, label, options }) => (
          <SelectField
            key={key}
            label={label}
            options={options}
            value={columns[key]}
            onChange={(id) => choose({ ...columns, [key]: id })}
          />
        ))}
      </FormGrid>
    </details>
  );
}
