import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { SECOND_FACTOR_SETTING } from '@sunloop/shared-types/accounts/second-factor.ts';
import type { Role } from '@sunloop/shared-types/ground/user.ts';
import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import type { Value } from '../../db/query/format-statement.ts';
import { lookUpBy } from '../../db/query/look-up.ts';
import { defineStatement, listOf, runnerOf } from '../../db/query/statement.ts';

/** SQL: whether the person with this id has a second factor. */
export function hasFactor(userId: string): string {
  // Not `exists`, for which the planner may read the whole table once.
  return `coalesce((select true from passkeys where user_id = ${userId} limit 1),
    (select true from one_time_codes where user_id = ${userId} and secret is not null limit 1), false)`;
}

/**
 * SQL: whether the session `s` of the user `u` opens nothing before a second factor is added. Asked at each request, so that no
 * session is from before; of admins only, so that customers' calls cost nothing more.
 */
export const MUST_ADD_FACTOR = `
  case when u.role = 'admin' and not s.is_vouched_for and exists (
    select from system_settings where key = '${SECOND_FACTOR_SETTING}' and value = 'required')
  then not ${hasFactor('u.id')} else false end`;

/** Rows of `user_achievements` that the user has earned and not been told about. */
export const IS_NEWS = `is_earned = 'true' and delivered_at is null`;

/**
 * A session's use is stored, and its cookie renewed, at most this often; so it may end this much
 * before 30 days without use. Milliseconds.
 */
export const TOUCH_AFTER_MS = HOUR_MS;

interface SessionRow {
  key: string;
  userId: string;
  role: Role;
  isStale: boolean;
  isActive: Flag;
  isHostOnly: boolean;
  hasTemporaryPassword: boolean;
  mustAddFactor: boolean;
  hasNews: boolean;
}

/**
 * A read on behalf of whoever the session belongs to, which comes with the session in one row: so the caller
 * does not wait twice for the database.
 */
export interface SessionRead {
  /** Finds the open session with a key, and in its row what is to be read. */
  readonly find: (em: SqlEntityManager, key: string) => Promise<SessionRow | undefined>;
}

// Apps ask for news of achievements every few seconds, more often than for anything else, and there is nearly always
// none: answered from here, that takes no statement of its own.
const COLUMNS = `s.id as key, u.id as "userId", u.role, u.is_active as "isActive",
  s.is_host_only as "isHostOnly", u.password_ends_at is not null as "hasTemporaryPassword",
  ${MUST_ADD_FACTOR} as "mustAddFactor",
  s.last_used_at < now() - interval '${TOUCH_AFTER_MS} milliseconds' as "isStale",
  exists (select from user_achievements where user_id = s.user_id and ${IS_NEWS}) as "hasNews"`;
const SESSIONS = `from sessions s
  cross join lateral (select id, role, is_active, password_ends_at from users where id = s.user_id limit 1) u`;
const IS_OPEN = 's.expires_at > now()';

const findShared = lookUpBy<SessionRow>(
  defineStatement(
    'find-sessions',
    `select ${COLUMNS} ${SESSIONS} where s.id = any(${listOf('$1', 'text')}) and ${IS_OPEN}`,
  ),
);

/** What is read beside a session: `columns` are those of `from`, of at most one row of the person with the id `s.user_id`. */
interface Beside {
  readonly columns: string;
  readonly from: string;
}

const select = ({ columns, from }: Beside) =>
  `select ${COLUMNS}, ${columns} ${SESSIONS} left join lateral (${from}) r on true`;

/**
 * Defines a statement that reads beside the open session whose key is `$1`; without one it reads nothing. Its other values,
 * from `$2` on, come with each read.
 */
export function defineSessionRead(
  name: string,
  beside: Beside,
): (values: readonly Value[]) => SessionRead {
  const statement = defineStatement(name, `${select(beside)} where s.id = $1::text and ${IS_OPEN}`);
  return (values) => ({
    async find(em, key) {
      const [row] = await runnerOf(em)<SessionRow>(statement, [key, ...values]);
      return row;
    },
  });
}

/** Defines a read without values of its own, so that calls that wait at the same moment share a statement. */
export function defineSharedSessionRead(name: string, beside: Beside): SessionRead {
  const statement = defineStatement(
    name,
    `${select(beside)}
      where s.id = any(${listOf('$1', 'text')}) and ${IS_OPEN}`,
  );
  return { find: lookUpBy<SessionRow>(statement) };
}

/**
 * The open session with this key, and in its row what is to be read with it. Whether the session gives access is for the
 * caller to judge.
 */
export function findSession(
  em: SqlEntityManager,
  key: string,
  read?: SessionRead,
): Promise<SessionRow | undefined> {
  return read ? read.find(em, key) : findShared(em, key);
}
