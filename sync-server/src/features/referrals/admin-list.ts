import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral, AdminReferralQuery } from '@sunloop/shared-types';
import { readReplica } from '../../db/query/replica.ts';
import { invalid } from '../../http/errors.ts';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

/** A page of everybody's referrals, and whether there are more after it. */
export interface AdminReferralPage {
  readonly referrals: AdminReferral[];
  readonly hasMore: boolean;
}

// Each part can use an index: trigrams for the referral's own texts, and the ids of the few users who match.
const IS_FOUND = `(r.name ilike :like or r.email ilike :like or r.phone ilike :like
  or r.user_id = any (array(
    select s.id from users s where s.username ilike :like or s.email ilike :like)))`;

/**
 * Everybody's referrals, newest first, narrowed and paged by key as the query says; all of them without a limit. 400
 * if the row to continue after no longer exists.
 */
export async function findAdminReferrals(
  em: SqlEntityManager,
  { status, referrer, q, limit, after }: AdminReferralQuery,
): Promise<AdminReferralPage> {
  const conditions: string[] = [];
  if (status) conditions.push('r.status = :status');
  if (referrer) conditions.push('r.user_id = :referrer::uuid');
  if (q) conditions.push(IS_FOUND);
  if (after) conditions.push('(r.created_at, r.id) < (:createdAt::timestamptz, :after::uuid)');
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const sql = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
     ${where} order by r.created_at desc, r.id desc ${limit ? 'limit :oneMore' : ''}`;
  const params = {
    status,
    referrer,
    like: q && likePart(q),
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

/** A LIKE pattern that finds a text within another; wildcards in the text are taken literally. */
function likePart(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

async function findCreatedAt(em: SqlEntityManager, id: string): Promise<string> {
  const [row] = await em.execute<{ at: string }[]>(
    'select created_at::text as at from referrals where id = ?',
    [id],
  );
  if (row) return row.at;
  const text = 'This referral is gone: please start again from the first page';
  throw invalid(text, { after: text });
}
