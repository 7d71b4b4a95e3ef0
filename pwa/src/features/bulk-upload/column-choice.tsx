import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types';
import { useState } from 'react';
import { FormGrid } from '../../ui/forms/form-grid.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { type Columns, NO_COLUMN } from './columns.ts';

const LABELS: Readonly<Record<keyof Columns, string>> = {
  ...REFERRAL_FIELD_LABELS,
  lastName: 'Last name',
};
const NONE = { id: String(NO_COLUMN), label: 'None' };

type Props = {
  /** The columns as they were guessed. */
  guessed: Columns;
  headings: readonly string[];
  onChange: (columns: Columns) => void;
};

/** What each heading means: guessed, shown in a line, and changeable. */
export function ColumnChoice({ guessed, headings, onChange }: Props) {
  // Several may be changed before the file has been read again with the first change.
  const [columns, setColumns] = useState(guessed);
  const choose = (next: Columns) => {
    setColumns(next);
    onChange(next);
  };
  const options = [NONE, ...headings.map((label, at) => ({ id: String(at), label }))];
  const entries = (Object.keys(guessed) as (keyof Columns)[]).map(
    (key) => [key, LABELS[key]] as const,
  );
  const used = entries.flatMap(([key, label]) => {
    const heading = headings[columns[key]];
    return heading === undefined ? [] : [`${label}: ${heading}`];
  });
  return (
    <details className="column-choice">
      <summary>Columns: {used.join(', ')}</summary>
      <FormGrid>
        {entries.map(([key, label]) => (
          <SelectField
            key={key}
            label={label}
            options={options}
            value={String(headings[columns[key]] === undefined ? NO_COLUMN : columns[key])}
            onChange={(id) => choose({ ...columns, [key]: Number(id) })}
          />
        ))}
      </FormGrid>
    </details>
  );
}
