import * as v from 'valibot';
import { PUSH_MAX_ROWS } from './limits.ts';
import { AdminReferral, Referral } from './referral.ts';
import { Id } from './text.ts';

/**
 * A batch of new referrals. Rows are left unparsed here because each stands alone: the server judges
 * them one by one with `PushRow`, and a bad one holds back none of the others.
 */
export const Push = v.object({
  referrals: v.pipe(
    v.array(v.unknown(), 'Must be a list of referrals'),
    v.minLength(1, 'Must hold at least one referral'),
    v.maxLength(PUSH_MAX_ROWS, `Must hold at most ${PUSH_MAX_ROWS} referrals`),
  ),
});
export type Push = v.InferOutput<typeof Push>;

export const PushStatus = v.picklist(['created', 'stored', 'duplicate', 'rejected']);
export type PushStatus = v.InferOutput<typeof PushStatus>;

/** The server's word on one row, in the order of the push; `id` is null where the row had no usable one. */
export const PushResult = v.object({
  id: v.nullable(Id),
  status: PushStatus,
  referral: v.optional(Referral),
  error: v.optional(v.string()),
  code: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
});
export type PushResult = v.InferOutput<typeof PushResult>;

export const PushAnswer = v.object({ results: v.array(PushResult) });
export type PushAnswer = v.InferOutput<typeof PushAnswer>;

/** The cursor is opaque; empty asks for everything. */
export const Since = v.strictObject({ since: v.string() });

const deltaOf = <Row extends v.GenericSchema>(row: Row) =>
  v.object({
    cursor: v.string(),
    full: v.boolean(),
    upserts: v.array(row),
    deletes: v.array(Id),
  });

/** What changed since a cursor; `full` means "forget what you have, this is everything". */
export const ReferralDelta = deltaOf(Referral);
export type ReferralDelta = v.InferOutput<typeof ReferralDelta>;
export const AdminReferralDelta = deltaOf(AdminReferral);
export type AdminReferralDelta = v.InferOutput<typeof AdminReferralDelta>;
