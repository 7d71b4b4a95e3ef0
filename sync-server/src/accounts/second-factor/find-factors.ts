import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LinkFactor } from '@sunloop/shared-types/accounts/link-routes.ts';
import { SECOND_FACTOR_SETTING } from '@sunloop/shared-types/accounts/second-factor.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { conflict } from '../../http/errors.ts';
import { hasFactor } from '../../http/session/session-read.ts';

/** What a person has besides the password. */
export interface Factors {
  /** How many. */
  readonly passkeys: number;
  readonly hasCodes: boolean;
  readonly codesSince: string | null;
  readonly recoveryCodes: number;
}

const FIND = `
  select (select count(*)::int from passkeys where user_id = u.id) as passkeys,
    c.secret is not null as "hasCodes", ${isoTime('c.on_since', 'codesSince')},
    (select count(*)::int from recovery_codes where user_id = u.id) as "recoveryCodes"
  from users u left join one_time_codes c on c.user_id = u.id where u.id = ?`;

/** A user's second factors; none for nobody. */
export async function findFactors(em: SqlEntityManager, userId: string): Promise<Factors> {
  const [found] = await em.execute<Factors[]>(FIND, [userId]);
  return found ?? { passkeys: 0, hasCodes: false, codesSince: null, recoveryCodes: 0 };
}

export const hasAny = ({ passkeys, hasCodes }: Factors) => passkeys > 0 || hasCodes;

const LEFT = `
  delete from recovery_codes r where user_id = :userId
    and not exists (select from passkeys where user_id = :userId)
    and not exists (select from one_time_codes where user_id = :userId and secret is not null)`;

/** Recovery codes go with the last factor they stand in for. */
export async function dropLoneRecoveryCodes(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute(LEFT, { userId });
}

const LACKS = `
  select 1 from users u join system_settings t on t.key = '${SECOND_FACTOR_SETTING}' and t.value = 'required'
  where u.id = ? and u.role = 'admin' and not ${hasFactor('u.id')}`;

/** Throws 409 `last_factor` if an admin who needs a second factor has none left; the user's row must be locked. */
export async function requireFactorLeft(tx: SqlEntityManager, userId: string): Promise<void> {
  if ((await tx.execute<object[]>(LACKS, [userId])).length > 0) throw lastFactor();
}

const lastFactor = () =>
  conflict('last_factor', 'Admins here need a second factor. Please add another one first.');

const FORGET = [
  'delete from passkeys where user_id = ?',
  'delete from one_time_codes where user_id = ?',
  'delete from recovery_codes where user_id = ?',
];

/** Takes all second factors of a person away. */
export async function forgetFactors(tx: SqlEntityManager, userId: string): Promise<void> {
  for (const statement of FORGET) await tx.execute(statement, [userId]);
}

/** The id of the codes of an app, of which a person has one secret at most. */
const CODES = 'codes';
/** What is added within so many days counts as somebody else's until its person says that it is theirs. */
const DOUBTFUL_DAYS = 30;
// The address that a way back leads to was confirmed before the one that the account has.
const isDoubtful = (time: string) =>
  `(${time} > coalesce(:undoes::timestamptz, now()) - interval '${DOUBTFUL_DAYS} days'
    or (:undoes::timestamptz is null and (u.email_confirmed_at is null or ${time} < u.email_confirmed_at)))`;
const LIST = `
  select k.id::text as id, k.name, ${isoTime('k.created_at', 'createdAt')},
    ${isoTime('k.last_used_at', 'lastUsedAt')}, ${isDoubtful('k.created_at')} as "isDoubtful"
  from users u join passkeys k on k.user_id = u.id where u.id = :userId
  union all
  select '${CODES}', null, ${isoTime('c.on_since', 'createdAt')}, null, ${isDoubtful('c.on_since')}
  from users u join one_time_codes c on c.user_id = u.id where u.id = :userId and c.secret is not null
  order by 3, 1`;

/**
 * A user's passkeys and codes, oldest first. `undoes` is when that change happened which a way back undoes: whoever made it may
 * have added factors before.
 */
export async function listFactors(
  em: SqlEntityManager,
  of: { userId: string; undoes: string | null },
): Promise<LinkFactor[]> {
  return em.execute<LinkFactor[]>(LIST, { ...of });
}

const END_PASSKEYS = `
  delete from passkeys where user_id = :userId
    and id::text in (select value from jsonb_array_elements_text(:ids::jsonb))`;

/** Takes away those of a user's factors whose ids `listFactors` answered. */
export async function endFactors(
  tx: SqlEntityManager,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(END_PASSKEYS, { userId, ids: JSON.stringify(ids) });
  if (ids.includes(CODES))
    await tx.execute('delete from one_time_codes where user_id = ?', [userId]);
  await dropLoneRecoveryCodes(tx, userId);
}
