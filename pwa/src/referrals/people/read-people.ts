import { parseCsv } from '@sunloop/engine/lib/parse-csv.ts';
import type { CellErrors, FilePerson, LeftOutLine } from '@sunloop/engine/data/file-person.ts';
import { isCards, readCards } from './cards/read-cards.ts';
import { type PhoneContact, readContact } from './cards/read-contact.ts';
import { type Chosen, type Questions, readSheet } from './columns/read-sheet.ts';
import { readTable } from './columns/table.ts';
import { type Found, REFUSED } from './found.ts';
import { emailKey, TAKEN_EMAIL, troubleOf } from './judge.ts';
import { readText } from './text/read-text.ts';

export type { PhoneContact } from './cards/read-contact.ts';
export type { Chosen, Questions } from './columns/read-sheet.ts';

/** What a text is read as: the rows of a file, the cards of one, or a message. */
export type TextKind = 'csv' | 'cards' | 'text';

/** What people are read from. `chosen` is what somebody answered to the questions of an earlier reading. */
export type Given =
  | { kind: TextKind; text: string; chosen?: Chosen | undefined }
  | { kind: 'contacts'; contacts: readonly PhoneContact[] };

/** Who was read. */
export interface People {
  /** Those who can be sent as they are, each email once. */
  people: FilePerson[];
  /** Everything else, each line with what is wrong with it or why it is nobody. */
  leftOut: LeftOutLine[];
  /** How columns were told, to be looked at and changed; only where there are any. */
  questions?: Questions;
}

/**
 * Reads the people out of a file, cards, a text or contacts (docs/columns.md). Throws if the text is not what its kind
 * says.
 */
export function readPeople(given: Given): People {
  const { found, questions } = findIn(given);
  return { ...sortOut(found), ...(questions && { questions }) };
}

/** A text may hold cards, or a table of a sheet, whose columns are told as those of a file. */
function findIn(given: Given): { found: readonly Found[]; questions?: Questions } {
  if (given.kind === 'contacts') return { found: given.contacts.map(readContact) };
  const { kind, text, chosen } = given;
  const table = kind === 'csv' ? parseCsv(text) : kind === 'text' && readTable(text);
  if (table) return readSheet(table, chosen);
  if (isCards(text)) return { found: readCards(text) };
  if (kind === 'cards') throw new Error('There is no card in it');
  return { found: readText(text) };
}

/** Judges everybody; of several with one email, the first is meant. */
function sortOut(found: readonly Found[]): People {
  const sorted: People = { people: [], leftOut: [] };
  const emails = new Set<string>();
  const refused = new Set(
    found.filter(({ mayBeSent }) => mayBeSent).map(({ person }) => emailKey(person)),
  );
  for (const [at, read] of found.entries()) {
    const { person } = read;
    // A row of the same person may not say it.
    const isRefused =
      read.why === undefined && refused.has(emailKey(person)) && person.email !== '';
    const one = isRefused ? { ...read, why: REFUSED, mayBeSent: true } : read;
    const errors = one.why === undefined || one.mayBeSent ? errorsOf(one, emails) : {};
    if (errors || one.why !== undefined) {
      sorted.leftOut.push({ line: -at - 1, ...one, errors: errors ?? {} });
    } else {
      emails.add(emailKey(person));
      sorted.people.push(person);
    }
  }
  return sorted;
}

/** What keeps somebody from being sent; `emails` are those of the people before. */
function errorsOf({ person, errors }: Found, emails: ReadonlySet<string>): CellErrors | undefined {
  const trouble = troubleOf(person, errors);
  return trouble ?? (emails.has(emailKey(person)) ? { email: TAKEN_EMAIL } : undefined);
}
