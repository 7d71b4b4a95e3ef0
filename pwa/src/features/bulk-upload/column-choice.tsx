import { REFERRAL_FIELD_LABELS, REFERRAL_FIELDS } from '@sunloop/shared-types';
import { useState } from 'react';
import { FormGrid } from '../../ui/form-grid.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Columns, NO_COLUMN } from './columns.ts';

const LABELS = REFERRAL_FIELDS.flatMap((field): readonly (readonly [keyof Columns, string])[] => {
  const label = [field, REFERRAL_FIELD_LABELS[field]] as const;
  return field === 'name' ? [label, ['lastName', 'Last name']] : [label];
});
const NONE = { id: String(NO_COLUMN), label: 'None' };

type Props = {
  /** As they were guessed. */
  guessed: Columns;
  headings: readonly string[];
  onChange: (columns: Columns) => void;
};

/** Which heading stands for what: guessed, shown in a line, changeable. */
export function ColumnChoice({ guessed, headings, onChange }: Props) {
  // Several may be changed before the file was read again with the first.
  const [columns, setColumns] = useState(guessed);
  const choose = (next: Columns) => {
    setColumns(next);
    onChange(next);
  };
  const options = [NONE, ...headings.map((label, at) => ({ id: String(at), label }))];
  const used = LABELS.flatMap(([key, label]) => {
    const heading = headings[columns[key]];
    return heading === undefined ? [] : [`${label}: ${heading}`];
  });
  return (
    <details className="column-choice">
      <summary>Columns: {used.join(', ')}</summary>
      <FormGrid>
        {LABELS.map(([key, label]) => (
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
