import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import { type CellErrors, emailKey, TAKEN_EMAIL, tidyPerson } from '../judge-person.ts';
import { troubleOf } from '../trouble-of.ts';

/** Whom the person may already have. */
interface KnownNote {
  /** Whether the server would refuse somebody with the same email. */
  isRefused: boolean;
  note: ReactNode;
}

/** Looks through the person's own referrals; a note for each who may be known, in the same order. */
export type FindKnown = (people: readonly FilePerson[]) => Promise<(KnownNote | undefined)[]>;

/** Somebody found, as they are now. */
export interface Pick {
  line: LeftOutLine;
  person: FilePerson;
  errors: CellErrors | undefined;
  known: KnownNote | undefined;
  isChosen: boolean;
}

export interface Picks {
  all: Pick[];
  /** Whether it is known of everybody whether they are known. */
  isReady: boolean;
  change: (line: LeftOutLine, person: FilePerson) => void;
  choose: (lines: readonly LeftOutLine[], is: boolean) => void;
}

/**
 * Everybody found, to be changed and chosen. Chosen is who can be sent, until the person says otherwise; who may be known
 * already is chosen only by the person, and never if the server would refuse them.
 */
export function usePicks(lines: readonly LeftOutLine[], findKnown: FindKnown): Picks {
  const [changes, setChanges] = useState<ReadonlyMap<LeftOutLine, FilePerson>>(new Map());
  const [choices, setChoices] = useState<ReadonlyMap<LeftOutLine, boolean>>(new Map());
  const judged = useMemo(() => judgeAll(lines, changes), [lines, changes]);
  const known = useKnown(judged, findKnown);
  return {
    all: judged.map((one) => {
      const note = known.get(keyOf(one.person)) ?? undefined;
      const isChosen = choices.get(one.line) ?? !note;
      return { ...one, known: note, isChosen: isChosen && !one.errors && !note?.isRefused };
    }),
    isReady: judged.every(({ person, errors }) => errors || known.has(keyOf(person))),
    change: (line, person) => setChanges((now) => new Map(now).set(line, person)),
    choose: (some, is) =>
      setChoices((now) => new Map([...now, ...some.map((line) => [line, is] as const)])),
  };
}

type Judged = { line: LeftOutLine; person: FilePerson; errors: CellErrors | undefined };

/** The server accepts an email once, and the first who has it is meant. */
function judgeAll(
  lines: readonly LeftOutLine[],
  changes: ReadonlyMap<LeftOutLine, FilePerson>,
): Judged[] {
  const taken = new Set<string>();
  return lines.map((line) => {
    const person = changes.get(line) ?? line.person;
    const key = emailKey(tidyPerson(person));
    const errors =
      ownErrors(line, changes) ?? (taken.has(key) ? { email: TAKEN_EMAIL } : undefined);
    if (!errors) taken.add(key);
    return { line, person, errors };
  });
}

/** A worker has judged what was not changed. */
function ownErrors(line: LeftOutLine, changes: ReadonlyMap<LeftOutLine, FilePerson>) {
  const changed = changes.get(line);
  if (changed) return troubleOf(tidyPerson(changed));
  return Object.keys(line.errors).length > 0 ? line.errors : undefined;
}

const keyOf = ({ email, phone }: FilePerson) => JSON.stringify([email, phone]);
/** Nobody is looked for while they are being typed. Milliseconds. */
const LOOK_AFTER_MS = 200;

/** What is known of each who can be sent, by `keyOf`; null of strangers. */
function useKnown(judged: readonly Judged[], findKnown: FindKnown) {
  const [known, setKnown] = useState<ReadonlyMap<string, KnownNote | null>>(new Map());
  useEffect(() => {
    const asked = judged
      .filter(({ person, errors }) => !errors && !known.has(keyOf(person)))
      .map(({ person }) => person);
    if (asked.length === 0) return undefined;
    const look = async () => {
      const notes = await findKnown(asked.map(tidyPerson)).catch((error: unknown) => {
        // The check is a courtesy; the server decides in any case.
        console.error('Own referrals could not be looked through:', error);
        return [];
      });
      setKnown(
        (now) =>
          new Map([...now, ...asked.map((one, at) => [keyOf(one), notes[at] ?? null] as const)]),
      );
    };
    const timer = setTimeout(() => void look(), known.size === 0 ? 0 : LOOK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [judged, known, findKnown]);
  return known;
}
