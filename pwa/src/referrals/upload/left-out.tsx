import {
  REFERRAL_FIELD_LABELS,
  type ReferralContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import type { LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { LineCorrections } from './use-mending.ts';

type ButtonProps = {
  lines: readonly LeftOutLine[];
  isOpen: boolean;
  onOpen: (is: boolean) => void;
};

/** Opens the lines left out: to fix them, or only to see them if nothing in them can be mended. */
export function LeftOutButton({ lines, isOpen, onOpen }: ButtonProps) {
  const verb = lines.some(({ why }) => !why) ? 'fix' : 'see';
  return (
    <Button
      variant="bare"
      size="sm"
      aria-expanded={isOpen}
      aria-label={`${verb} the lines left out`}
      onPress={() => onOpen(!isOpen)}
    >
      {verb}
    </Button>
  );
}

type Props = { lines: readonly LeftOutLine[]; count: number; mending: LineCorrections };

/** The lines of a file that are not sent, each with its bad cells to correct here. */
export function LeftOutLines({ lines, count, mending }: Props) {
  const more = count - lines.length;
  return (
    <ul className="left-out">
      {lines.map((line) => (
        <MendLine key={line.line} of={line} mending={mending} />
      ))}
      {more > 0 && <li>... and {more.toLocaleString()} more</li>}
    </ul>
  );
}

function MendLine({ of, mending }: { of: LeftOutLine; mending: LineCorrections }) {
  const { person, errors } = mending.stateOf(of);
  return (
    <li>
      {of.line > 0 && <strong>Line {of.line}</strong>} <span>{of.text}</span> {of.why}
      {!errors && <em>Will be sent</em>}
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
