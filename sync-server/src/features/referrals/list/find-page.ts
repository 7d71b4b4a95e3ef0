import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferralQuery, ListedReferral } from '@sunloop/shared-types';
import { readReplica } from '../../../db/query/replica.ts';
import { cutPage, type Placed } from '../../../db/query/keyset.ts';
import { findPlace } from './cursor.ts';
import { filterOf } from './filter.ts';
import { pageSql, type Way } from './page-sql.ts';
import { sortOf } from './sort.ts';

/** A page of everybody's referrals; `next` is the cursor of the one after it, if there is more. */
export interface ReferralPage {
  readonly referrals: ListedReferral[];
  readonly next: string | undefined;
}

type PageQuery = Omit<AdminReferralQuery, 'limit'> & { readonly limit: number };
type Row = Placed<ListedReferral>;

/**
 * Rows that are looked at in the list's order before all that match are sorted instead: enough to fill a page with a text
 * that one row in twenty has. Days are told by the sort index alone, which is faster.
 */
const LOOKED_AT_MIN = 3000;
const LOOKED_AT_FOR_ONE = 30;
const LOOKED_AT_FOR_DAYS = 20_000;

/** A page of everybody's referrals, narrowed, sorted and continued as the query says. 400 if there is no such place. */
export async function findReferralPage(
  em: SqlEntityManager,
  query: PageQuery,
): Promise<ReferralPage> {
  const sort = sortOf(query);
  const isPlain = query.sort === undefined;
  const after = query.after ? await findPlace(em, query.after, { sort, isPlain }) : undefined;
  const filter = filterOf(query);
  const oneMore = query.limit + 1;
  const near = filter.hasText
    ? Math.max(LOOKED_AT_MIN, LOOKED_AT_FOR_ONE * query.limit)
    : LOOKED_AT_FOR_DAYS;
  const params = { ...filter.params, ...after, oneMore, near };
  const find = (way: Way) => {
    const sql = pageSql({ sort, filter, isContinued: after !== undefined }, way);
    // A continued page must not miss rows that a replica does not have yet.
    return after ? em.execute<Row[]>(sql, params) : readReplica<Row>(em, sql, params);
  };
  // Where in the list the rows of some days or with a text stand, the planner cannot know.
  const isUneven = filter.hasText || (filter.hasDays && sort.key !== 'date');
  let rows = await find(isUneven ? 'near' : 'walk');
  if (isUneven && rows.length < oneMore) rows = await find('sort');
  const { rows: referrals, next } = cutPage<ListedReferral>(rows, sort, query.limit);
  return { referrals, next };
}
