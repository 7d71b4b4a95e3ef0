import type { ReferralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { NewReferral, REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { trimEmail } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import type { CellErrors, FilePerson } from '@sunloop/engine/data/file-person.ts';
import { isSpoiled } from './cells/phones.ts';

/**
 * What is wrong with a person, by the server's own validator and by what spreadsheets do; undefined if nothing is. `read` is
 * what was wrong with the texts they were read from.
 */
export function troubleOf(person: FilePerson, read: CellErrors = {}): CellErrors | undefined {
  const errors = { ...serverErrors(person), ...cellErrors(person), ...read };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

function serverErrors(person: FilePerson): CellErrors {
  const errors: CellErrors = {};
  for (const issue of v.safeParse(NewReferral, person).issues ?? []) {
    const cell = v.getDotPath(issue) as keyof ReferralContent | null;
    if (cell) errors[cell] ??= issue.message;
  }
  return errors;
}

/** What is wrong with texts that the server could not know to be. */
function cellErrors({ name, phone }: FilePerson): CellErrors {
  const errors: CellErrors = {};
  if (name.includes('@')) errors.name = 'This is an email, not a name';
  if (phone !== null && isSpoiled(phone)) {
    errors.phone = 'A spreadsheet changed this number. Type it again or leave it empty.';
  } else if (phone !== null && !/\p{Nd}/u.test(phone)) {
    errors.phone = 'This is not a phone number. Type it again or leave it empty.';
  }
  return errors;
}

/** The server accepts an email once, whatever its letter case. */
export const TAKEN_EMAIL = 'This email is in the file more than once';

/** By what two people are one for the server. */
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
