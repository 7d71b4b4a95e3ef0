import * as v from 'valibot';
import { PUSH_BODY_LIMIT_BYTES, ON_BEHALF_PATH } from '../limits.ts';
import { PushRow, Referral } from './referral.ts';
import { readReferralCode, REFERRAL_CODE_LENGTH, WHOLE_REFERRAL_CODE } from './referral-code.ts';
import type { Route } from '../route.ts';
import { Id, storableText } from '../values/text.ts';

/** The most rows of one call: each is a transaction of its own, for whichever customer it is. */
const ON_BEHALF_BATCH_ROWS = 100;
/** So many of the newest are listed. */
export const ON_BEHALF_LIST_ROWS = 1000;

const BAD_CODE = `Must be a customer’s code of ${REFERRAL_CODE_LENGTH} letters and digits`;

/** A customer's referral code as it was typed or scanned; comes out in its stored form. */
const CustomerCode = v.pipe(
  storableText,
  v.transform(readReferralCode),
  v.regex(WHOLE_REFERRAL_CODE, BAD_CODE),
);

/** A referral taken for the customer whose code is in `for`. */
export const OnBehalfRow = v.object({ ...PushRow.entries, for: CustomerCode });
export type OnBehalfRow = v.InferOutput<typeof OnBehalfRow>;

/** One as whoever took it sees it: what they typed, for whom, and how it stands. */
export const OnBehalfReferral = v.object({
  ...v.omit(Referral, ['userId', 'reward', 'updatedAt']).entries,
  for: v.string(),
  /** The customer's display name. */
  customer: v.string(),
});
export type OnBehalfReferral = v.InferOutput<typeof OnBehalfReferral>;

/** The verdict on one row, in the order of the call; `id` is null if the row had no usable one. */
export const OnBehalfResult = v.object({
  id: v.nullable(Id),
  status: v.picklist(['created', 'stored', 'rejected']),
  taken: v.optional(OnBehalfReferral),
  error: v.optional(v.string()),
  code: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
});
export type OnBehalfResult = v.InferOutput<typeof OnBehalfResult>;

/** What a person took for others: how many, how many of them were completed, and the newest. */
export const OnBehalfList = v.object({
  total: v.number(),
  completed: v.number(),
  rows: v.array(OnBehalfReferral),
  /** Ids of all that were deleted: what the list neither holds nor names was lost by the server. Absent in older answers. */
  deletes: v.optional(v.array(Id)),
});
export type OnBehalfList = v.InferOutput<typeof OnBehalfList>;

/** What whoever may take referrals for others calls; the app loads it only for them. */
export const onBehalfRoutes = {
  /** Rows are left unparsed, so that a bad one holds back none of the others. */
  pushTaken: {
    method: 'POST',
    path: ON_BEHALF_PATH,
    access: 'session',
    body: v.object({
      rows: v.pipe(
        v.array(v.unknown(), 'Must be a list of referrals'),
        v.minLength(1, 'Must contain at least one referral'),
        v.maxLength(ON_BEHALF_BATCH_ROWS, `Must contain at most ${ON_BEHALF_BATCH_ROWS} referrals`),
      ),
      /** As in `Push`. */
      isAgain: v.optional(v.boolean('Must be true or false')),
    }),
    answers: { 200: v.object({ results: v.array(OnBehalfResult) }) },
    bodyLimitBytes: PUSH_BODY_LIMIT_BYTES,
  },
  ownTaken: {
    method: 'GET',
    path: ON_BEHALF_PATH,
    access: 'session',
    answers: { 200: OnBehalfList },
  },
  /** Whose code it is, for the person to confirm. */
  takenCustomer: {
    method: 'GET',
    path: '/api/taken/customers/:code',
    access: 'session',
    params: v.object({ code: CustomerCode }),
    answers: { 200: v.object({ name: v.string() }) },
  },
} as const satisfies Record<string, Route>;
