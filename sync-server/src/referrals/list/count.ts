import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  COUNT_MAX,
  type AdminReferralCount,
  type AdminReferralCountQuery,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import {
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { filterOf, type Filter, type Table } from './filter.ts';
import { where } from './page-sql.ts';
import { CHANGED_LATELY } from './search-mark.ts';

/** How many referrals match: by the counters where they tell, otherwise one by one and only up to a bound. */
export async function countReferrals(
  em: SqlEntityManager,
  query: AdminReferralCountQuery,
): Promise<AdminReferralCount> {
  const { status, referrer, mark, q, from, before } = query;
  if (mark || q || from || before) return countOneByOne(em, query);
  const byStatus = await readCounters(em, referrer);
  const statuses: readonly ReferralStatus[] = status ?? REFERRAL_STATUSES;
  const total = statuses.reduce((sum, one) => sum + byStatus[one], 0);
  return { total, isMore: false, byStatus };
}

type ByStatus = Record<ReferralStatus, number>;

async function readCounters(em: SqlEntityManager, referrer?: string): Promise<ByStatus> {
  const [sums] = await em.execute<ByStatus[]>(
    `select coalesce(sum(submitted - contact_made - in_progress - completed), 0)::int as submitted,
       coalesce(sum(contact_made), 0)::int as contact_made,
       coalesce(sum(in_progress), 0)::int as in_progress,
       coalesce(sum(completed), 0)::int as completed
     from referral_counts ${referrer === undefined ? '' : 'where user_id = :referrer::uuid'}`,
    { referrer },
  );
  if (!sums) throw new Error('the sums have no row');
  return sums;
}

async function countOneByOne(
  em: SqlEntityManager,
  query: AdminReferralCountQuery,
): Promise<AdminReferralCount> {
  const filter = filterOf(query);
  const sql = filter.referrer === undefined ? ofEverybody(filter) : ofReferrer(filter);
  const params = { ...filter.params, oneMore: COUNT_MAX + 1 };
  const [counted] = await em.execute<{ count: number }[]>(sql, params);
  const count = counted?.count ?? 0;
  return { total: Math.min(count, COUNT_MAX), isMore: count > COUNT_MAX };
}

const conditions = (filter: Filter, table: Table, among: string[] = []) =>
  where([...among, ...filter.indexed(table), ...filter.found(table)]);

// Rows that changed lately are counted as they are now, not as the search table has them.
const ofEverybody = (filter: Filter) => `${CHANGED_LATELY}
  select ((
      select count(*) from (select from referral_search s ${conditions(filter, 's')}
        limit :oneMore + (select count(*) from changed)) c
    ) - (
      select count(*) from referral_search s
      ${conditions(filter, 's', ['s.id = any (array(select id from changed))'])}
    ) + (
      select count(*) from referral_keys k
      ${conditions(filter, 'k', ['k.id = any (array(select id from changed))'])}
    ))::int as count`;

const ofReferrer = (filter: Filter) =>
  `select count(*)::int as count from referral_keys k
   ${conditions(filter, 'k', ['k.user_id = :referrer::uuid'])}`;
