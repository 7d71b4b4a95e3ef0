import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import type { LeftOutLine } from '@sunloop/engine/data/file-person.ts';
import { Button } from '../../ui/button.tsx';
import type { ReadFile } from './parse-in-worker.ts';
import { ChoiceBox, PersonFields } from './person-item.tsx';
import type { Edits } from './use-edits.ts';

type ButtonProps = {
  lines: readonly LeftOutLine[];
  isOpen: boolean;
  onOpen: (is: boolean) => void;
};

/** Opens the lines left out: to fix them, or only to see them if nothing in them can be mended. */
export function LeftOutButton({ lines, isOpen, onOpen }: ButtonProps) {
  const verb = lines.some(({ why, mayBeSent }) => !why || mayBeSent) ? 'fix' : 'see';
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

/** More at once would be long to draw and to look through. */
const SHOWN = 100;

/** The lines that are not sent, each with what is wrong to correct here. */
export function LeftOutLines({ of, edits }: { of: ReadFile['leftOut']; edits: Edits }) {
  const [shown, setShown] = useState(SHOWN);
  const more = of.count - Math.min(shown, of.lines.length);
  return (
    <ul className="left-out">
      {of.lines.slice(0, shown).map((line, at) => (
        <LeftOutItem key={at} line={line} edits={edits} />
      ))}
      {more > 0 && <li>... and {more.toLocaleString()} more</li>}
      {of.lines.length > shown && (
        <li>
          <Button variant="quiet" onPress={() => setShown(shown + SHOWN)}>
            Show more
          </Button>
        </li>
      )}
    </ul>
  );
}

/** A line with its bad fields, which stay once they are mended. */
function LeftOutItem({ line, edits }: { line: LeftOutLine; edits: Edits }) {
  const { errors, known, isChosen } = edits.of(line.person);
  const label = isChosen ? 'Will be sent' : 'Send anyway';
  const fields = REFERRAL_FIELDS.filter(
    (field) => field in line.errors || (errors && field in errors),
  );
  return (
    <li>
      {line.line > 0 && <strong>Line {line.line}</strong>} <span>{line.text}</span> {line.why}
      {!errors && !known?.isRefused && <ChoiceBox read={line.person} edits={edits} label={label} />}
      {known?.note}
      <PersonFields fields={fields} read={line.person} edits={edits} />
    </li>
  );
}
