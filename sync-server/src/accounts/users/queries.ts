import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  AdminUserCount,
  AdminUserQuery,
  UserColumn,
} from '@sunloop/shared-types/ground/admin.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import {
  behind,
  cursorColumns,
  cutPage,
  keyColumns,
  orderBy,
  readCursor,
  type Placed,
  type Sort,
} from '../../db/query/keyset.ts';
import { searchFor } from '../../db/query/text-search.ts';
import { noSuchPlace } from '../../http/errors.ts';

// Avatars can be megabytes, so a list leaves them out (API.md).
const COLUMNS = `u.id, u.username, u.email, u.phone, u.address, null as avatar, u.shows_picture as "showsPicture", u.role,
  u.is_active as "isActive", u.referral_code as "referralCode", ${isoTime('u.created_at', 'createdAt')},
  ${isoTime('u.erased_at', 'erasedAt')}`;

/** Names sort without case and accents; active users before inactive ones. */
const KEYS: Readonly<Record<UserColumn, Omit<Sort, 'isDescending'>>> = {
  username: { key: 'name_key', type: 'text' },
  email: { key: 'email_key', type: 'text' },
  role: { key: 'role', type: 'text' },
  status: { key: 'is_inactive', type: 'number' },
  created: { key: 'created_at', type: 'time' },
};
const KEYED =
  "select *, lower(email) as email_key, (is_active <> 'true')::int as is_inactive from users";

const GROUPS = {
  active: `u.is_active = 'true'`,
  inactive: `u.is_active <> 'true'`,
  admin: `u.role = 'admin'`,
} as const;

type Row = Omit<User, 'erasedAt'> & { erasedAt: string | null };

/**
 * A page of users, narrowed, sorted and continued as the query says, newest first if it does not; `next` is the cursor of
 * the one after it. 400 if there is no such place.
 */
export async function findUsers(
  em: SqlEntityManager,
  { q, group, sort: by, limit, after }: AdminUserQuery,
): Promise<{ users: User[]; next: string | undefined }> {
  const { column, isDescending } = by ?? { column: 'created', isDescending: true };
  const sort: Sort = { ...KEYS[column], isDescending };
  const cursor = after === undefined ? undefined : readCursor(after, sort);
  if (after !== undefined && !cursor) throw noSuchPlace();
  const { found, texts } = searchFor(q);
  const conditions = [
    'true',
    ...found('u'),
    ...(group ? [GROUPS[group]] : []),
    ...behind(sort, 'u', cursor !== undefined),
  ];
  const listed = await em.execute<Placed<Row>[]>(
    // Only keys are sorted: with everything that is shown of 50,000 users, a sort takes three times as long.
    `select ${COLUMNS}, ${cursorColumns(sort, 'k')} from (
       select ${keyColumns(sort).join(', ')} from (${KEYED}) u where ${conditions.join(' and ')}
       order by ${orderBy(sort, 'u')} ${limit === undefined ? '' : 'limit :oneMore'}
     ) k join users u on u.id = k.id order by ${orderBy(sort, 'k')}`,
    { ...texts, ...cursor, oneMore: (limit ?? 0) + 1 },
  );
  const { rows, next } = cutPage<Row>(listed, sort, limit);
  const users = rows.map(({ erasedAt, ...user }) =>
    erasedAt === null ? user : { ...user, erasedAt },
  );
  return { users, next };
}

/** How many users a search finds, and of each group. */
export async function countUsers(em: SqlEntityManager, q?: string): Promise<AdminUserCount> {
  const { found, texts } = searchFor(q);
  const groups = Object.entries(GROUPS).map(
    ([name, condition]) => `count(*) filter (where ${condition})::int as ${name}`,
  );
  const [counts] = await em.execute<AdminUserCount[]>(
    `select count(*)::int as all, ${groups.join(', ')} from users u where ${['true', ...found('u')].join(' and ')}`,
    texts,
  );
  if (!counts) throw new Error('the counts have no row');
  return counts;
}
