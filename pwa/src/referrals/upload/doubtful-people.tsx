import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { useMemo, useState } from 'react';
import type { FilePerson } from '@sunloop/engine/data/file-person.ts';
import { doubtOf } from '../../lib/doubts.ts';
import { CheckBox } from '../../ui/forms/check-box.tsx';
import { PersonFields } from './person-item.tsx';
import type { Edits } from './use-edits.ts';

/** More at once would be long to look through. */
const SHOWN = 50;
const NEEDED = 'Please correct them, or say that they are right.';

const doubtfulFields = (person: FilePerson) =>
  REFERRAL_FIELDS.filter((field) => doubtOf(field, person[field] ?? ''));
/** Known of a person once asked: the whole list is looked through again with each choice. */
const doubts = new WeakMap<FilePerson, boolean>();

function isDoubtful(person: FilePerson): boolean {
  const is = doubts.get(person) ?? doubtfulFields(person).length > 0;
  doubts.set(person, is);
  return is;
}

/** Whose email or phone is likely a slip, as they were read, and whether all that are sent may be. */
export function useDoubtfulPeople(read: readonly FilePerson[], { sent }: Edits) {
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const people = useMemo(() => read.filter(isDoubtful), [read]);
  const isAsked = useMemo(() => sent.some(isDoubtful), [sent]);
  const isNeeded = isAsked && value === '';
  const isSure = () => {
    setMissing(isNeeded);
    return !isNeeded;
  };
  const error = isMissing && isNeeded ? NEEDED : undefined;
  return { people, isAsked, isSure, box: { value, error, onChange: setValue } };
}

type Props = { doubtful: ReturnType<typeof useDoubtfulPeople>; edits: Edits };

/** Asks about them, each with the fields to correct, which stay once they are; one box says that all are right. */
export function DoubtfulPeople({ doubtful: { people, isAsked, box }, edits }: Props) {
  const more = people.length - SHOWN;
  return (
    <>
      {people.length > 0 && (
        <section className="stack">
          <h3>Please check · {people.length.toLocaleString()}</h3>
          <ul className="picked" aria-label="Please check">
            {people.slice(0, SHOWN).map((read, at) => (
              <li key={at}>
                <strong>{read.name}</strong>
                <PersonFields fields={doubtfulFields(read)} read={read} edits={edits} />
              </li>
            ))}
            {more > 0 && <li>... and {more.toLocaleString()} more</li>}
          </ul>
        </section>
      )}
      {isAsked && <CheckBox {...box} name="sure" label="They are right as they are" />}
    </>
  );
}
