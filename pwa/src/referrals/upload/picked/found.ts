import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import { troubleOf } from '../trouble-of.ts';

/** Somebody found in cards, in a text or among contacts, with what it was found in. */
export interface FoundPerson {
  text: string;
  person: FilePerson;
  /** Why it is nobody, so that there is nothing to mend. */
  why?: string;
}

/** Everybody found, as a file's lines: each with what is wrong with it. */
export function linesOf(found: readonly FoundPerson[]): LeftOutLine[] {
  return found.map((one, at) => ({
    ...one,
    line: -at - 1,
    errors: one.why === undefined ? (troubleOf(one.person) ?? {}) : {},
  }));
}
