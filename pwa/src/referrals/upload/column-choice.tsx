import { useState } from 'react';
import { FormGrid } from '../../ui/forms/form-grid.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Chosen, Questions } from '../people/read-people.ts';

type Props = { questions: Questions; onChoose: (chosen: Chosen) => void };

/** How the file is read: what to know of it, which line holds the headings and which column holds what, both changeable. */
export function ColumnChoice({ questions, onChoose }: Props) {
  const { notes, headingLine, headingOptions, summary } = questions;
  return (
    <>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {headingOptions.length > 1 && (
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
      )}
      {summary && <FieldChoice key={headingLine} questions={questions} onChoose={onChoose} />}
    </>
  );
}

/** Told, shown in a line, and changeable; open if something could not be told. */
function FieldChoice({ questions, onChoose }: Props) {
  // Several may be changed before the file has been read again with the first change.
  const [columns, setColumns] = useState(questions.columns);
  return (
    <details className="column-choice" open={questions.isUnsure}>
      <summary>Columns: {questions.summary}</summary>
      <FormGrid>
        {questions.choices.map(({ key, label, options, sample }) => (
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
                onChoose({ headingLine: questions.headingLine, columns: next });
              }}
            />
            <p className="column-sample">{sample}</p>
          </div>
        ))}
      </FormGrid>
      {questions.unused && <p className="column-sample">Not used: {questions.unused}</p>}
    </details>
  );
}
