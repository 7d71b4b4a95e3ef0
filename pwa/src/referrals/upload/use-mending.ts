import { useMemo, useState } from 'react';
import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import { type CellErrors, emailKey, judgePerson, TAKEN_EMAIL, tidyPerson } from './judge-person.ts';
import type { ParsedFile } from './parse-in-worker.ts';

/** Lines left out as the person has changed them. */
export interface LineCorrections {
  /** Those that are right now, in the file's order. */
  mended: FilePerson[];
  /** The others, as they are now. */
  left: LeftOutLine[];
  stateOf: (line: LeftOutLine) => { person: FilePerson; errors: CellErrors | undefined };
  change: (line: LeftOutLine, person: FilePerson) => void;
}

type CorrectedLines = ReadonlyMap<LeftOutLine, FilePerson>;

/** Corrects lines left out; reading the file again with other columns starts over. */
export function useMending({
  people,
  skipped,
}: Pick<ParsedFile, 'people' | 'skipped'>): LineCorrections {
  const [changes, setChanges] = useState<CorrectedLines>(new Map());
  const emails = useMemo(() => new Set(people.map(emailKey)), [people]);
  const judged = useMemo(
    () => judgeChanges(skipped, { changes, emails }),
    [skipped, changes, emails],
  );
  return {
    mended: [...judged.values()].flatMap(({ person, errors }) =>
      errors ? [] : [tidyPerson(person)],
    ),
    left: skipped.flatMap((line) => {
      const { person, errors } = judged.get(line) ?? line;
      return errors ? [{ ...line, person, errors }] : [];
    }),
    stateOf: (line) => judged.get(line) ?? line,
    change: (line, person) => setChanges(new Map(changes).set(line, person)),
  };
}

function judgeChanges(
  lines: readonly LeftOutLine[],
  { changes, emails }: { changes: CorrectedLines; emails: ReadonlySet<string> },
) {
  const taken = new Set(emails);
  const judged = new Map<LeftOutLine, { person: FilePerson; errors: CellErrors | undefined }>();
  for (const line of lines) {
    const person = changes.get(line);
    if (!person) continue;
    const key = emailKey(tidyPerson(person));
    const errors = judgePerson(person) ?? (taken.has(key) ? { email: TAKEN_EMAIL } : undefined);
    if (!errors) taken.add(key);
    judged.set(line, { person, errors });
  }
  return judged;
}
