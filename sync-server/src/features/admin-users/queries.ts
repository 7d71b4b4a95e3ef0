import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminUserQuery, User } from '@sunloop/shared-types';
import { isoTime } from '../../db/query/iso-time.ts';

// Avatars can be megabytes, so a list leaves them out (API.md).
const COLUMNS = `u.id, u.username, u.email, u.phone, u.address, null as avatar, u.role,
  u.is_active as "isActive", u.referral_code as "referralCode", ${isoTime('u.created_at', 'createdAt')},
  ${isoTime('u.erased_at', 'erasedAt')}`;

const CONTAINS = ['username', 'email', 'phone']
  .map((column) => `strpos(lower(u.${column}), lower(:q)) > 0`)
  .join(' or ');

/**
 * Users after the id `after`, newest first, at most `limit`; `hasMore` says whether there is a next page. `q`
 * is part of a name, email or phone, ignoring case; it contains no wildcards.
 */
export async function findUsers(
  em: SqlEntityManager,
  { q = '', limit, after }: AdminUserQuery,
): Promise<{ users: User[]; hasMore: boolean }> {
  const conditions = ['true'];
  if (q !== '') conditions.push(`(${CONTAINS})`);
  if (after !== undefined) {
    conditions.push('(u.created_at, u.id) < (select created_at, id from users where id = :after)');
  }
  const rows = await em.execute<(Omit<User, 'erasedAt'> & { erasedAt: string | null })[]>(
    `select ${COLUMNS} from users u where ${conditions.join(' and ')}
     order by u.created_at desc, u.id desc ${limit === undefined ? '' : 'limit :limit'}`,
    { q, after: after ?? null, limit: (limit ?? 0) + 1 },
  );
  const users = rows
    .slice(0, limit)
    .map(({ erasedAt, ...user }) => (erasedAt === null ? user : { ...user, erasedAt }));
  return { users, hasMore: users.length < rows.length };
}
