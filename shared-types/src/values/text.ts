import * as v from 'valibot';
import { ADDRESS_MAX, PHONE_MAX } from '../limits.ts';

const NUL = '\u0000';

/** PostgreSQL stores neither NUL nor unpaired surrogates, so they are refused rather than altered. */
export function isStorableText(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** Any string the database can store, not trimmed: passwords. */
export const storableText = v.pipe(
  v.string('Must be text'),
  v.check(isStorableText, 'Contains characters that cannot be stored'),
);

/** A trimmed text of `min` to `max` UTF-16 units; `tooShort` is what the person reads. */
export function text(min: number, max: number, tooShort = `Must be at least ${min} characters`) {
  return v.pipe(
    storableText,
    v.trim(),
    v.minLength(min, tooShort),
    v.maxLength(max, `Must be at most ${max} characters`),
  );
}

/** A trimmed text that may be absent; null and '' both mean "none" and come out as null. */
export function optionalText(max: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        text(0, max),
        v.transform((value): string | null => (value === '' ? null : value)),
      ),
    ),
  );
}

export const OptionalPhone = optionalText(PHONE_MAX);
export const OptionalAddress = optionalText(ADDRESS_MAX);

/** A UUID of any version, converted to lower case because ids are compared without case. */
export const Id = v.pipe(v.string('Must be a UUID'), v.uuid('Must be a UUID'), v.toLowerCase());
/** The path of a call about one of many. */
export const ById = v.object({ id: Id });

/** A time as the server writes it: ISO 8601, UTC. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

const NO_TIME = 'Must be an ISO 8601 time with a zone';

/** A time as a client may claim it: ISO 8601 with any zone. */
export const ClaimedTime = v.pipe(
  v.string(NO_TIME),
  v.trim(),
  v.isoTimestamp(NO_TIME),
  v.check((value) => !Number.isNaN(Date.parse(value)), NO_TIME),
);

const Blank = v.pipe(
  v.string(),
  v.trim(),
  v.literal(''),
  v.transform(() => null),
);

/** One that may be absent; null and '' both mean "none" and come out as null. */
export const OptionalClaimedTime = v.optional(v.nullable(v.union([ClaimedTime, Blank], NO_TIME)));

/** SPEC §3 keeps flags as text. */
export const Flag = v.picklist(['true', 'false'], "Must be 'true' or 'false'");
export type Flag = v.InferOutput<typeof Flag>;
