import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  AdminReferralQuery,
  ListedReferral,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { cutPage, type Placed } from '../../db/query/keyset.ts';
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
 * Rows that are looked at in the list's order before all that match are sorted instead. Of 2,000,000, where they do not
 * fill a page about as many match, and both take a few hundredths of a second.
 */
const LOOKED_AT = 10_000;

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
  const params = { ...filter.params, ...after, oneMore, near: LOOKED_AT };
  const find = (way: Way) => {
    const sql = pageSql({ sort, filter, isContinued: after !== undefined }, way);
    return em.execute<Row[]>(sql, params);
  };
  // Where in the list the rows of some days or with a text stand, the planner cannot know.
  const isUneven = filter.hasText || (filter.hasDays && sort.key !== 'date');
  let rows = await find(isUneven ? 'near' : 'walk');
  if (isUneven && rows.length < oneMore) rows = await find('sort');
  const { rows: referrals, next } = cutPage<ListedReferral>(rows, sort, query.limit);
  return { referrals, next };
}
