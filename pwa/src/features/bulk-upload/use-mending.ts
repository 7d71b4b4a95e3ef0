import { useMemo, useState } from 'react';
import type { FilePerson } from './columns/read-row.ts';
import { type CellErrors, emailKey, judgePerson, TAKEN_EMAIL, tidyPerson } from './judge-person.ts';
import type { ParsedFile } from './parse-in-worker.ts';
import type { SkippedLine } from './read-people.ts';

/** Skipped lines as the person has changed them. */
export interface LineCorrections {
  /** Those that are right now, in the file's order. */
  mended: FilePerson[];
  stateOf: (line: SkippedLine) => { person: FilePerson; errors: CellErrors | undefined };
  change: (line: SkippedLine, person: FilePerson) => void;
}

type CorrectedLines = ReadonlyMap<SkippedLine, FilePerson>;

/** Corrects lines of the opened file; reading it again with other columns starts over. */
export function useMending({ people, skipped }: ParsedFile): LineCorrections {
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
    stateOf: (line) => judged.get(line) ?? line,
    change: (line, person) => setChanges(new Map(changes).set(line, person)),
  };
}

function judgeChanges(
  lines: readonly SkippedLine[],
  { changes, emails }: { changes: CorrectedLines; emails: ReadonlySet<string> },
) {
  const taken = new Set(emails);
  const judged = new Map<SkippedLine, { person: FilePerson; errors: CellErrors | undefined }>();
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
