import type { ReferralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { NewReferral, REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { trimEmail } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import type { LeftOutLine } from '@sunloop/engine/data/user-db.ts';

/** What is wrong with a person's cells, in the server's words. */
export type CellErrors = LeftOutLine['errors'];

/** Asks the server's own validator; undefined if it would accept the row. */
export function judgePerson(person: ReferralContent): CellErrors | undefined {
  const parsed = v.safeParse(NewReferral, person);
  if (parsed.success) return undefined;
  const errors: CellErrors = {};
  for (const issue of parsed.issues) {
    const cell = v.getDotPath(issue) as keyof ReferralContent | null;
    if (cell) errors[cell] ??= issue.message;
  }
  return errors;
}

/** The server accepts an email once, whatever its letter case. */
export const TAKEN_EMAIL = 'This email is in the file more than once';

export const emailKey = ({ email }: ReferralContent) => email.toLowerCase();

/** Trims a person's texts; an empty optional text becomes null. */
export function tidyPerson<Person extends ReferralContent>(person: Person): Person {
  const { name, email } = person;
  const tidy = REFERRAL_FIELDS.map((field) => [field, person[field]?.trim() || null]);
  // Required texts stay texts, even if empty.
  return {
    ...person,
    ...(Object.fromEntries(tidy) as ReferralContent),
    name: name.trim(),
    email: trimEmail(email),
  };
}
