import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { useCallback, useMemo, useState } from 'react';
import type { CellErrors, FilePerson, LeftOutLine } from '@sunloop/engine/data/file-person.ts';
import { emailKey, TAKEN_EMAIL, tidyPerson, troubleOf } from '../people/judge.ts';
import type { ReadFile } from './parse-in-worker.ts';
import { type KnownNote, useKnown } from './use-known.ts';

/** Somebody as they are now. */
interface Edited {
  person: FilePerson;
  errors: CellErrors | undefined;
  known: KnownNote | undefined;
  isChosen: boolean;
}

/** Everybody read, to be changed and chosen; they are known by the person as read. */
export interface Edits {
  of: (read: FilePerson) => Edited;
  change: (read: FilePerson, person: FilePerson) => void;
  choose: (some: readonly FilePerson[], is: boolean) => void;
  /** Everybody who can be sent, chosen or not, as read and in their order. */
  sendable: readonly FilePerson[];
  /** Those who are sent, as they are now. */
  sent: readonly FilePerson[];
  /** The lines that are not sent, as they are now. */
  leftOut: ReadFile['leftOut'];
  /** Whether it is known of everybody whether they are known. */
  isReady: boolean;
}

type Changes = ReadonlyMap<FilePerson, FilePerson>;

/**
 * Corrects and chooses people. Chosen is who can be sent, until the person says otherwise; who may be known already is
 * chosen only by the person, and never if the server would refuse them.
 */
export function useEdits(
  { people, leftOut }: Pick<ReadFile, 'people' | 'leftOut'>,
  known?: Parameters<typeof useKnown>[1],
): Edits {
  const [changes, setChanges] = useState<Changes>(new Map());
  const [choices, setChoices] = useState<ReadonlyMap<FilePerson, boolean>>(new Map());
  const emails = useMemo(() => new Set(people.map(emailKey)), [people]);
  const judged = useMemo(
    () => judgeChanges({ people, lines: leftOut.lines, emails }, changes),
    [people, leftOut, emails, changes],
  );
  const sendable = useMemo(() => {
    const mended = leftOut.lines.map(({ person }) => person);
    return [...people, ...mended].filter((read) => {
      const { errors, line } = judged.get(read) ?? {};
      return !errors && (!line?.mayBeSent || choices.get(read));
    });
  }, [people, leftOut, judged, choices]);
  const { noteOf, isReady } = useKnown(
    useMemo(() => sendable.map((read) => tidied(read, changes)), [sendable, changes]),
    known,
  );
  const of = useCallback(
    (read: FilePerson): Edited => {
      const person = changes.get(read) ?? read;
      const { errors, line } = judged.get(read) ?? {};
      const note = noteOf(tidied(read, changes));
      const isChosen =
        !errors && !note?.isRefused && (choices.get(read) ?? !(note ?? line?.mayBeSent));
      return { person, errors, known: note, isChosen };
    },
    [changes, judged, choices, noteOf],
  );
  // There may be fifty thousand, of whom a press elsewhere changes nobody.
  const sent = useMemo(
    () => sendable.filter((read) => of(read).isChosen).map((read) => tidied(read, changes)),
    [sendable, of, changes],
  );
  return {
    of,
    change: (read, person) => setChanges((now) => new Map(now).set(read, person)),
    choose: (some, is) =>
      setChoices((now) => new Map([...now, ...some.map((read) => [read, is] as const)])),
    sendable,
    sent,
    leftOut: leftNow(leftOut, judged, choices),
    isReady,
  };
}

/** Somebody as they are sent: whoever was read is tidy, and nobody's texts are trimmed while they are typed. */
function tidied(read: FilePerson, changes: Changes): FilePerson {
  const person = changes.get(read);
  return person ? tidyPerson(person) : read;
}

type Judged = ReadonlyMap<FilePerson, { line: LeftOutLine; errors: CellErrors | undefined }>;

/**
 * Judges who was left out or changed, by the person as read. The server accepts an email once, and the first who has it is
 * meant; `emails` are those of all people as read.
 */
function judgeChanges(
  {
    people,
    lines,
    emails,
  }: { people: readonly FilePerson[]; lines: readonly LeftOutLine[]; emails: ReadonlySet<string> },
  changes: Changes,
): Judged {
  const changed = changes.size === 0 ? [] : people.filter((read) => changes.has(read));
  const given = new Set(changed.map(emailKey));
  const taken = new Set<string>();
  const judged = new Map<FilePerson, { line: LeftOutLine; errors: CellErrors | undefined }>();
  const asLines = changed.map((person): LeftOutLine => ({
    line: 0,
    text: textOf(person),
    person,
    errors: {},
  }));
  for (const line of [...asLines, ...lines]) {
    const person = tidied(line.person, changes);
    const key = emailKey(person);
    const isTaken = taken.has(key) || (emails.has(key) && !given.has(key));
    const errors = line.why === undefined || line.mayBeSent ? errorsOf(person, line, isTaken) : {};
    if (!errors) taken.add(key);
    judged.set(line.person, { line: { ...line, person, errors: errors ?? {} }, errors });
  }
  return judged;
}

/** What was wrong with a text is so until somebody types another one. */
function errorsOf(person: FilePerson, line: LeftOutLine, isTaken: boolean): CellErrors | undefined {
  const kept = REFERRAL_FIELDS.filter(
    (field) => line.errors[field] !== TAKEN_EMAIL && person[field] === line.person[field],
  ).map((field) => [field, line.errors[field]]);
  const read = Object.fromEntries(kept.filter(([, error]) => error !== undefined)) as CellErrors;
  return troubleOf(person, read) ?? (isTaken ? { email: TAKEN_EMAIL } : undefined);
}

const textOf = ({ name, email, phone, address }: FilePerson) =>
  [name, email, phone, address].filter(Boolean).join(', ');

function leftNow(
  { count, lines }: ReadFile['leftOut'],
  judged: Judged,
  choices: ReadonlyMap<FilePerson, boolean>,
): ReadFile['leftOut'] {
  const left = [...judged]
    .filter(([read, { line, errors }]) => errors ?? (line.mayBeSent && !choices.get(read)))
    .map(([, { line }]) => line);
  return { count: count - lines.length + left.length, lines: left };
}
