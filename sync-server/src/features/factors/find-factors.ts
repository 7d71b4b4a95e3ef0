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

/** Whoever took an account over may have added a way in: a way back ends those since then. */
export async function endFactorsSince(
  tx: SqlEntityManager,
  { userId, createdAt }: { userId: string; createdAt: string },
): Promise<void> {
  const values = { userId, createdAt };
  const since = `user_id = :userId and`;
  await tx.execute(`delete from passkeys where ${since} created_at >= :createdAt`, values);
  await tx.execute(`delete from one_time_codes where ${since} on_since >= :createdAt`, values);
  await dropLoneRecoveryCodes(tx, userId);
}
