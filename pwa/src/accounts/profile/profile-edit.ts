import { ProfileChange, type User } from '@sunloop/shared-types/ground/user.ts';
import * as v from 'valibot';

const FIELDS = ['username', 'email', 'phone', 'address'] as const;
export type ProfileField = (typeof FIELDS)[number];
export type ProfileValues = Record<ProfileField, string>;

/** The values in the fields, those seen when the person began to type, and those stored by now. */
export interface ProfileEdit {
  values: ProfileValues;
  seen: ProfileValues;
  stored: ProfileValues;
}

/**
 * All fields are optional (SPEC §5): an emptied name or email stays as it was. The stored name is always accepted,
 * because it may be older than today's rule for names.
 */
export const profileForm = (storedName: string) =>
  v.pipe(
    v.record(v.string(), v.string()),
    v.transform(({ username, email, ...rest }): v.InferInput<typeof ProfileChange> => ({
      ...rest,
      ...(username?.trim() && username !== storedName && { username }),
      ...(email?.trim() && { email }),
    })),
    ProfileChange,
  );

/** The fields of an account as the form shows them. */
export function profileOf({ username, email, phone, address }: User): ProfileValues {
  return { username, email, phone: phone ?? '', address: address ?? '' };
}

const pick = (choose: (field: ProfileField) => string): ProfileValues => ({
  username: choose('username'),
  email: choose('email'),
  phone: choose('phone'),
  address: choose('address'),
});

export function isSame(one: ProfileValues, other: ProfileValues): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

export function typedFields({ values, seen }: ProfileEdit): ProfileField[] {
  return FIELDS.filter((field) => values[field] !== seen[field]);
}

/** Typed fields whose stored value is no longer what the person saw, for them to settle. */
export function conflictsOf(edit: ProfileEdit): ProfileField[] {
  const { values, seen, stored } = edit;
  return typedFields(edit).filter((f) => stored[f] !== seen[f] && stored[f] !== values[f]);
}

/** Takes over what is stored, except in typed fields. */
export function withStored({ values, seen }: ProfileEdit, stored: ProfileValues): ProfileEdit {
  const isFree = (f: ProfileField) => values[f] === seen[f] || values[f] === stored[f];
  return {
    values: pick((f) => (isFree(f) ? stored[f] : values[f])),
    seen: pick((f) => (isFree(f) ? stored[f] : seen[f])),
    stored,
  };
}

/** The server accepted `sent`; what was typed meanwhile stays. */
export function withSaved(
  { values }: ProfileEdit,
  { sent, stored }: { sent: ProfileValues; stored: ProfileValues },
): ProfileEdit {
  return {
    values: pick((f) => (values[f] === sent[f] ? stored[f] : values[f])),
    seen: stored,
    stored,
  };
}

/** The person has seen what is stored for `field`, and wants `value`. */
export function withSettled(edit: ProfileEdit, field: ProfileField, value: string): ProfileEdit {
  const { values, seen, stored } = edit;
  return {
    values: { ...values, [field]: value },
    seen: { ...seen, [field]: stored[field] },
    stored,
  };
}

/** What is sent: fields that differ from what was seen, and what was seen; null if there are none. */
export function changeOf(parsed: ProfileChange, { seen }: ProfileEdit): ProfileChange | null {
  const changed = FIELDS.filter((f) => parsed[f] !== undefined && (parsed[f] ?? '') !== seen[f]);
  if (changed.length === 0) return null;
  const expected = Object.fromEntries(changed.map((field) => [field, seen[field] || null]));
  return { ...Object.fromEntries(changed.map((field) => [field, parsed[field]])), expected };
}

/** Typed fields with their previous values, for when the page is opened again. */
export function toDraft(edit: ProfileEdit): Record<string, string> {
  const { values, seen } = edit;
  return Object.fromEntries(
    typedFields(edit).flatMap((f) => [
      [f, values[f]],
      [`${f}:seen`, seen[f]],
    ]),
  );
}

export function fromDraft(draft: Record<string, string>, stored: ProfileValues): ProfileEdit {
  const values = pick((f) => draft[f] ?? stored[f]);
  const seen = pick((f) => draft[`${f}:seen`] ?? stored[f]);
  return withStored({ values, seen, stored }, stored);
}
