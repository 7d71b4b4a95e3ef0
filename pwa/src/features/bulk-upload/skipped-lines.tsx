import { REFERRAL_FIELD_LABELS, type ReferralContent } from '@sunloop/shared-types';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { SkippedLine } from './read-people.ts';
import type { LineCorrections } from './use-mending.ts';

type Props = { lines: readonly SkippedLine[]; count: number; mending: LineCorrections };

/** The lines of a file that are not sent, each with its bad cells to correct here. */
export function SkippedLines({ lines, count, mending }: Props) {
  if (count === 0) return null;
  const left = count - mending.mended.length;
  const more = count - lines.length;
  return (
    <details className="skipped-lines">
      <summary>
        {left === 1 ? '1 line is left out' : `${left.toLocaleString()} lines are left out`}
      </summary>
      <ul>
        {lines.map((line) => (
          <MendLine key={line.line} of={line} mending={mending} />
        ))}
        {more > 0 && <li>... and {more.toLocaleString()} more</li>}
      </ul>
    </details>
  );
}

function MendLine({ of, mending }: { of: SkippedLine; mending: LineCorrections }) {
  const { person, errors } = mending.stateOf(of);
  return (
    <li>
      <strong>Line {of.line}</strong> <span>{of.text}</span> {!errors && <em>Will be sent</em>}
      {(Object.keys(of.errors) as (keyof ReferralContent)[]).map((cell) => (
        <TextField
          key={cell}
          name={cell}
          label={REFERRAL_FIELD_LABELS[cell]}
          value={person[cell] ?? ''}
          error={errors?.[cell]}
          autoComplete="off"
          onChange={(text) => mending.change(of, { ...person, [cell]: text })}
        />
      ))}
    </li>
  );
}
