import * as v from 'valibot';
import { LABEL_MAX, PAGE_MAX_ROWS } from '../limits.ts';
import { writeMoney } from '../values/money.ts';
import { AdminReferral, ReferralStatus, type Referral } from './referral.ts';
import { Id, storableText } from '../values/text.ts';

/** The rows of a page: 1 to `PAGE_MAX_ROWS`. */
export const PageLimit = v.pipe(
  v.string(),
  v.digits('Must be a whole number'),
  v.toNumber(),
  v.minValue(1, 'Must be at least 1'),
  v.maxValue(PAGE_MAX_ROWS, `Must be at most ${PAGE_MAX_ROWS}`),
);
export const SearchText = v.pipe(storableText, v.trim(), v.maxLength(LABEL_MAX));
/** The cursor of the `Link` to the next page. */
export const PageCursor = v.pipe(storableText, v.maxLength(4 * LABEL_MAX));

/** An order by one of the columns: `name` sorts ascending, `-name` descending. */
export const sortBy = <Column extends string>(columns: readonly Column[]) =>
  v.pipe(
    v.picklist(
      columns.flatMap((column): [Column, `-${Column}`] => [column, `-${column}`]),
      'Must be a column, with a minus before it for descending',
    ),
    v.transform((text) => ({
      column: text.replace(/^-/, '') as Column,
      isDescending: text.startsWith('-'),
    })),
  );

/** The columns of everybody's referrals, by each of which they can be sorted. */
export const REFERRAL_COLUMNS = [
  'name',
  'email',
  'phone',
  'referrer',
  'status',
  'reward',
  'date',
  'referrerEmail',
  'address',
  'received',
  'updated',
] as const;
export type ReferralColumn = (typeof REFERRAL_COLUMNS)[number];

/** The columns' names on the screen and in a file. */
export const REFERRAL_COLUMN_LABELS: Readonly<Record<ReferralColumn, string>> = {
  name: 'Referred Person',
  email: 'Email',
  phone: 'Phone',
  referrer: 'Referred By',
  status: 'Status',
  reward: 'Reward',
  date: 'Date',
  referrerEmail: 'Referrer’s Email',
  address: 'Address',
  received: 'Received',
  updated: 'Last Change',
};

/** What stands behind these only in the file. */
export const REFERRAL_FILE_HEADINGS = ['Agreed to be Contacted', 'Agreed On', 'Id'] as const;

/** What the reward column says, in the list and in the file. */
export function listedReward(referral: Pick<Referral, 'reward' | 'share'>): string {
  return referral.share === 0 ? 'not paid' : writeMoney(referral.reward);
}

const Sort = sortBy(REFERRAL_COLUMNS);

const isStatus = (text: string) => v.is(ReferralStatus, text);

/** One or several statuses, separated by commas. */
const Statuses = v.pipe(
  v.string(),
  v.check(
    (text) => text.split(',').every((one) => isStatus(one)),
    'Must be known statuses, separated by commas',
  ),
  v.transform((text) => [...new Set(text.split(',') as ReferralStatus[])]),
);

const Instant = v.pipe(
  v.string('Must be a time'),
  v.isoTimestamp('Must be a time'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Must be a time'),
);

/** What narrows everybody's referrals. */
const referralFilter = {
  status: v.optional(Statuses),
  /** Only those with the same email or phone as another referrer's, or that arrived long after they were taken. */
  mark: v.optional(v.picklist(['duplicate', 'late'])),
  /** The user whose referrals they are. */
  referrer: v.optional(Id),
  q: v.optional(SearchText),
  /** Taken from this time on, and before that one. */
  from: v.optional(Instant),
  before: v.optional(Instant),
};

export const AdminReferralQuery = v.object({
  ...referralFilter,
  sort: v.optional(Sort),
  limit: v.optional(PageLimit),
  /** Also an id, in the order without `sort`. */
  after: v.optional(PageCursor),
});
export type AdminReferralQuery = v.InferOutput<typeof AdminReferralQuery>;

/** All that match as a file, in the list's order. */
export const AdminReferralCsvQuery = v.object({
  ...referralFilter,
  sort: v.optional(Sort),
  format: v.literal('csv'),
});
export type AdminReferralCsvQuery = v.InferOutput<typeof AdminReferralCsvQuery>;

export const AdminReferralCountQuery = v.object(referralFilter);
export type AdminReferralCountQuery = v.InferOutput<typeof AdminReferralCountQuery>;

/** More than this are not counted one by one, unless a counter knows them. */
export const COUNT_MAX = 10_000;

export const AdminReferralCount = v.object({
  /** How many match. */
  total: v.number(),
  /** There are more than `total`. */
  isMore: v.boolean(),
  /** By status, as if the filter named none; absent where no counter knows: with a text, days or a mark. */
  byStatus: v.optional(v.record(v.string(), v.number())),
});
export type AdminReferralCount = v.InferOutput<typeof AdminReferralCount>;

/** A referral in a page of the list; `isDuplicate` if another referrer has the same email or phone. */
export const ListedReferral = v.object({
  ...AdminReferral.entries,
  isDuplicate: v.optional(v.boolean()),
});
export type ListedReferral = v.InferOutput<typeof ListedReferral>;
