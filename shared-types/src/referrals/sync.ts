import * as v from 'valibot';
import { PUSH_MAX_ROWS } from '../limits.ts';
import { AdminReferral, type PushRow, Referral } from './referral.ts';
import { referralContent } from './referral-content.ts';
import { Id, Timestamp } from '../values/text.ts';

/**
 * A batch of new referrals. Rows are left unparsed here: the server judges them one by one with `PushRow`, so
 * that a bad one holds back none of the others.
 */
export const Push = v.object({
  referrals: v.pipe(
    v.array(v.unknown(), 'Must be a list of referrals'),
    v.minLength(1, 'Must contain at least one referral'),
    v.maxLength(PUSH_MAX_ROWS, `Must contain at most ${PUSH_MAX_ROWS} referrals`),
  ),
  /** Asks for only what the server added, for rows stored exactly as they were sent. */
  brief: v.optional(v.boolean('Must be true or false')),
  /** In a brief answer: the same for rows stored before, as `storedRuns`. */
  briefStored: v.optional(v.boolean('Must be true or false')),
  /** The server had acknowledged these rows and lost them since: the device sends them again by itself. */
  isAgain: v.optional(v.boolean('Must be true or false')),
  /** Of these rows: the receipts their device keeps. One that is none holds back nothing. */
  receipts: v.optional(v.array(v.fallback(v.string(), ''), 'Must be a list of receipts')),
});
export type Push = v.InferOutput<typeof Push>;

const PushStatus = v.picklist(['created', 'stored', 'duplicate', 'rejected']);
type PushStatus = v.InferOutput<typeof PushStatus>;

/** The server's verdict on one row, in the order of the push; `id` is null if the row had no usable one. */
export const PushResult = v.object({
  id: v.nullable(Id),
  status: PushStatus,
  referral: v.optional(Referral),
  error: v.optional(v.string()),
  code: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
});
export type PushResult = v.InferOutput<typeof PushResult>;

/** What the server adds to a referral it stores; the same for a whole push. */
export const AddedByServer = v.object({
  status: Referral.entries.status,
  reward: Referral.entries.reward,
  createdAt: Referral.entries.createdAt,
  updatedAt: Referral.entries.updatedAt,
});
export type AddedByServer = v.InferOutput<typeof AddedByServer>;

/** Stands for what one push created, so that a pull need not send it back; opaque to the app. */
const PushNumber = v.pipe(v.string(), v.regex(/^\d{1,19}$/, 'Must be a push number'));

const place = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Consecutive rows of a push that were created as they were sent, from place `at` (0 is the first). */
export const CreatedRun = v.object({ at: place, count: place, firstId: Id, lastId: Id });
export type CreatedRun = v.InferOutput<typeof CreatedRun>;

/** A run of rows stored before with the same content, with what they have in common. */
export const StoredRun = v.object({
  ...CreatedRun.entries,
  added: v.object({ ...AddedByServer.entries, date: Referral.entries.date }),
});
export type StoredRun = v.InferOutput<typeof StoredRun>;

/**
 * Everything but `results` is only in a brief answer: rows in a run have no result of their own, because
 * `storedAs` makes them from what was sent and `added`; `results` are those of the other rows, in order.
 */
export const PushAnswer = v.object({
  results: v.array(PushResult),
  runs: v.optional(v.array(CreatedRun)),
  storedRuns: v.optional(v.array(StoredRun)),
  added: v.optional(AddedByServer),
  /** The number of this push. Installed apps know it and the next by these names, from before a receipt was something else. */
  receipt: v.optional(PushNumber),
  /** The same of earlier writes whose rows are all included here. */
  storedReceipts: v.optional(v.array(PushNumber)),
});
export type PushAnswer = v.InferOutput<typeof PushAnswer>;

/** The referral made from a row that the server stored as it was sent. */
export function storedAs(
  row: PushRow,
  userId: string,
  { status, reward, createdAt, updatedAt }: AddedByServer,
): Referral {
  const { id, permission = null, date } = row;
  const sent = { id, userId, ...referralContent(row), permission, date: date ?? createdAt };
  return { ...sent, status, reward, createdAt, updatedAt };
}

/** The cursor is opaque; empty asks for everything. */
export const Since = v.strictObject({ since: v.string() });

/** The most push numbers in one pull; if a device has more, the oldest rows come again. */
export const KNOWN_PUSHES_MAX = 100;

/** `known`: numbers of pushes whose rows the device has, separated by commas. */
export const OwnSince = v.strictObject({
  since: v.string(),
  known: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,19}(,\d{1,19})*$/, 'Must be push numbers'),
      v.transform((text) => text.split(',')),
      v.maxLength(KNOWN_PUSHES_MAX, `Must be at most ${KNOWN_PUSHES_MAX} push numbers`),
    ),
  ),
});

/** What changed since a cursor; `full` means that this is everything, and what is here beside it is not there. */
export const ReferralDelta = v.object({
  cursor: v.string(),
  full: v.boolean(),
  /**
   * Of the whole list after this answer: the number of its rows, a dot, and the sum of the last six hex digits of their
   * ids. A device that holds other rows asks for everything.
   */
  checksum: v.optional(v.string()),
  /** Only for builds before decision 49, which send again what a full answer lacks and these spans of time contain. */
  gaps: v.optional(v.array(v.object({ from: Timestamp, to: Timestamp }))),
  upserts: v.array(Referral),
  /** In a full answer the ids of all that were ever deleted: what it neither holds nor names was lost by the server. */
  deletes: v.array(Id),
});
export type ReferralDelta = v.InferOutput<typeof ReferralDelta>;
export const AdminReferralDelta = v.object({
  ...v.omit(ReferralDelta, ['checksum', 'gaps']).entries,
  upserts: v.array(AdminReferral),
});
export type AdminReferralDelta = v.InferOutput<typeof AdminReferralDelta>;

/** `ReferralDelta.checksum` of rows with these ids. */
export function checksumOf(ids: readonly string[]): string {
  const sum = ids.reduce((total, id) => total + Number.parseInt(id.slice(-6), 16), 0);
  return `${ids.length}.${sum}`;
}
