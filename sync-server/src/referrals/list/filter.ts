import type { AdminReferralCountQuery } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { searchFor } from '../../db/query/text-search.ts';

/** The search table, or the view `referral_keys`, which has the same columns of every referral as it is now. */
export type Table = 's' | 'k';

/** A narrowing of referrals as SQL. */
export interface Filter {
  /** Conditions that each sort index of the search table can tell by itself. */
  readonly indexed: (table: Table) => string[];
  /** The search for a text, if there is one. */
  readonly found: (table: Table) => string[];
  readonly hasText: boolean;
  /** From or before a time. */
  readonly hasDays: boolean;
  readonly referrer: string | undefined;
  readonly params: Record<string, unknown>;
}

/** The search table `s` has it; for the view `k` it is looked up there. */
export const isDuplicate = (table: Table) =>
  table === 's'
    ? 's.is_duplicate'
    : `(is_referred_by_others(k.email, k.phone_tail, k.user_id)
        and not exists (select from duplicate_decisions d where d.referral_id = k.id))`;

/** The conditions of a query; `params` are the values they name. */
export function filterOf(query: AdminReferralCountQuery): Filter {
  const { status, mark, referrer, from, before } = query;
  const { found, texts } = searchFor(query.q, isFound);
  const indexed = (table: Table) => {
    const conditions: string[] = [];
    if (status) conditions.push(`${table}.status in (:ranks)`);
    if (mark === 'late') {
      conditions.push(`${table}.created_at - ${table}.date > interval '1 hour'`);
    }
    if (mark === 'duplicate') conditions.push(isDuplicate(table));
    if (from) conditions.push(`${table}.date >= to_timestamp(:from / 1000.0)`);
    if (before) conditions.push(`${table}.date < to_timestamp(:before / 1000.0)`);
    return conditions;
  };
  const params = {
    ...(status && { ranks: status.map((one) => REFERRAL_STATUSES.indexOf(one) + 1) }),
    referrer,
    ...(from && { from: Date.parse(from) }),
    ...(before && { before: Date.parse(before) }),
    ...texts,
  };
  const hasText = Object.keys(texts).length > 0;
  const hasDays = from !== undefined || before !== undefined;
  return { indexed, found, hasText, hasDays, referrer, params };
}

/** The index knows only the `searched` texts, and the plain ones are faster to compare where it is not used. */
const isFound = (content: string, pattern: string) =>
  `${content} like ${pattern} and searched(${content}) like searched(${pattern})`;
