import { useState } from 'react';
import { FormGrid } from '../../ui/forms/form-grid.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Chosen, Reading } from './read-people.ts';

type Props = { reading: Reading; onChoose: (chosen: Chosen) => void };

/** How the file is read: which line holds the headings and which column holds what, both changeable. */
export function ColumnChoice({ reading, onChoose }: Props) {
  const { headingLine, headingOptions } = reading;
  return (
    <>
      <details className="column-choice">
        <summary>
          {headingLine > 0 ? `Line ${headingLine} holds` : 'No line holds'} the headings ·{' '}
          <u>change</u>
        </summary>
        <SelectField
          label="Headings"
          options={headingOptions}
          value={String(headingLine)}
          onChange={(line) => onChoose({ headingLine: Number(line) })}
        />
      </details>
      {reading.summary && <FieldChoice key={headingLine} reading={reading} onChoose={onChoose} />}
    </>
  );
}

/** Told, shown in a line, and changeable; open if something could not be told. */
function FieldChoice({ reading, onChoose }: Props) {
  // Several may be changed before the file has been read again with the first change.
  const [columns, setColumns] = useState(reading.columns);
  return (
    <details className="column-choice" open={reading.isUnsure}>
      <summary>Columns: {reading.summary}</summary>
      <FormGrid>
        {reading.choices.map(({ key, label, options, sample }) => (
          <div key={key}>
            <SelectField
              label={label}
              options={options}
              value={columns[key]}
              onChange={(id) => {
                // Reading anew would forget the lines that were mended.
                if (id === columns[key]) return;
                const next = { ...columns, [key]: id };
                setColumns(next);
                onChoose({ headingLine: reading.headingLine, columns: next });
              }}
            />
            <p className="column-sample">{sample}</p>
          </div>
        ))}
      </FormGrid>
      {reading.unused && <p className="column-sample">Not used: {reading.unused}</p>}
    </details>
  );
}
