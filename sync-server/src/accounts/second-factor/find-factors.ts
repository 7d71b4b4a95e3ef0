import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { isoTime } from '../../db/query/iso-time.ts';

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

const FORGET = [
  'delete from passkeys where user_id = ?',
  'delete from one_time_codes where user_id = ?',
  'delete from recovery_codes where user_id = ?',
];

/** Takes all second factors of a person away. */
export async function forgetFactors(tx: SqlEntityManager, userId: string): Promise<void> {
  for (const statement of FORGET) await tx.execute(statement, [userId]);
}

const SINCE = [
  'delete from passkeys where user_id = :userId and created_at >= :createdAt',
  'delete from one_time_codes where user_id = :userId and on_since >= :createdAt',
];

/** Ends the second factors that were added since then. */
export async function endFactorsSince(
  tx: SqlEntityManager,
  { userId, createdAt }: { userId: string; createdAt: string },
): Promise<void> {
  for (const statement of SINCE) await tx.execute(statement, { userId, createdAt });
  await dropLoneRecoveryCodes(tx, userId);
}

const isBefore = (time: string) =>
  `u.id = :userId and (u.email_confirmed_at is null or ${time} < u.email_confirmed_at)`;
const BEFORE_CONFIRMED = [
  `delete from passkeys k using users u where k.user_id = u.id and ${isBefore('k.created_at')}`,
  `delete from one_time_codes c using users u where c.user_id = u.id and ${isBefore('coalesce(c.on_since, c.new_since)')}`,
];

/** Ends the second factors from before the user's address was confirmed; all while it is not. */
export async function endFactorsBeforeConfirmed(
  tx: SqlEntityManager,
  userId: string,
): Promise<void> {
  for (const statement of BEFORE_CONFIRMED) await tx.execute(statement, { userId });
  await dropLoneRecoveryCodes(tx, userId);
}
