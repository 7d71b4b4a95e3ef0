import { NewReferral } from '@sunloop/shared-types';
import * as v from 'valibot';
import type { CsvPerson } from './read-people.ts';

/** What is wrong with a person's cells, in the server's words. */
export type CellErrors = Partial<Record<keyof CsvPerson, string>>;

/** Asks the server's own validator; undefined when it would take the row. */
export function judgePerson(person: CsvPerson): CellErrors | undefined {
  const parsed = v.safeParse(NewReferral, person);
  if (parsed.success) return undefined;
  const errors: CellErrors = {};
  for (const issue of parsed.issues) {
    const cell = v.getDotPath(issue) as keyof CsvPerson | null;
    if (cell) errors[cell] ??= issue.message;
  }
  return errors;
}

/** The server takes an email once, whatever its letter case. */
export const TAKEN_EMAIL = 'This email stands in the file more than once';

export const emailKey = ({ email }: CsvPerson) => email.toLowerCase();
