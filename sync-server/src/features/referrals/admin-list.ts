import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral, AdminReferralQuery } from '@sunloop/shared-types';
import { readReplica } from '../../db/query/replica.ts';
import { SEARCH_MARK } from './search-mark.ts';
import { versionsFrom } from '../../db/query/versions-from.ts';
import { invalid } from '../../http/errors.ts';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

/** A page of everybody's referrals, and whether there are more after it. */
export interface AdminReferralPage {
  readonly referrals: AdminReferral[];
  readonly hasMore: boolean;
}

const OF_REFERRER = `r.user_id = any (array(
  select s.id from users s where s.username ilike :like or s.email ilike :like))`;
const IS_FOUND = `(r.name ilike :like or r.email ilike :like or r.phone ilike :like or ${OF_REFERRER})`;

/** With more, most pages are full after a look at the newest rows, and the ids would cost more than they save. */
const CANDIDATES_MAX = 1000;

// Referrals whose own texts match, apart from those the search table does not have yet.
const FIND_CANDIDATES = `select m.since::text as since, array(
    select s.id::text from referral_search s where s.content ilike :like limit :most) as ids
  from ${SEARCH_MARK}`;
const MAY_BE_FOUND = `(r.id = any (string_to_array(:candidates, ',')::uuid[])
  or ${versionsFrom('r.version', ':since')} or ${OF_REFERRER})`;

/**
 * Everybody's referrals, newest first, narrowed and paged by key as the query says; all of them without a limit. 400
 * if the row to continue after is not known.
 */
export async function findAdminReferrals(
  em: SqlEntityManager,
  { status, referrer, q, limit, after }: AdminReferralQuery,
): Promise<AdminReferralPage> {
  const conditions: string[] = [];
  if (status) conditions.push('r.status = :status');
  if (referrer) conditions.push('r.user_id = :referrer::uuid');
  const like = q && likePart(q);
  const candidates = like && (await findCandidates(em, like));
  if (q) conditions.push(IS_FOUND);
  if (candidates) conditions.push(MAY_BE_FOUND);
  if (after) conditions.push('(r.created_at, r.id) < (:createdAt::timestamptz, :after::uuid)');
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const sql = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
     ${where} order by r.created_at desc, r.id desc ${limit ? 'limit :oneMore' : ''}`;
  const params = {
    status,
    referrer,
    like,
    ...candidates,
    after,
    createdAt: after && (await findCreatedAt(em, after)),
    oneMore: limit && limit + 1,
  };
  // A continued page must not miss rows that a replica does not have yet.
  const rows = after
    ? await em.execute<AdminReferral[]>(sql, params)
    : await readReplica<AdminReferral>(em, sql, params);
  if (!limit) return { referrals: rows, hasMore: false };
  return { referrals: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** What narrows a search by indexes; undefined if too much matches. A superset, so no row is missed meanwhile. */
async function findCandidates(em: SqlEntityManager, like: string) {
  type Found = { since: string; ids: string[] };
  const params = { like, most: CANDIDATES_MAX };
  const [found] = await readReplica<Found>(em, FIND_CANDIDATES, params);
  if (!found || found.ids.length === CANDIDATES_MAX) return undefined;
  return { since: found.since, candidates: found.ids.join(',') };
}

/** A LIKE pattern that finds a text within another; wildcards in the text are taken literally. */
function likePart(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Also of a deleted one, as long as its id is remembered. */
async function findCreatedAt(em: SqlEntityManager, id: string): Promise<string> {
  const [row] = await em.execute<{ at: string }[]>(
    `select created_at::text as at from referrals where id = :id
     union all
     select created_at::text from referral_tombstones where id = :id and created_at is not null`,
    { id },
  );
  if (row) return row.at;
  const text = 'This referral is not known: please start again from the first page';
  throw invalid(text, { after: text });
}
