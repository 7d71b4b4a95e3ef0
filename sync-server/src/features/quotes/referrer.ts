import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { firstNameOf } from '@sunloop/shared-types';

/** The owner of a link, as far as a visitor may know. */
export interface Referrer {
  /** The first name only. */
  readonly name: string;
  /** The code as stored, however it was typed. */
  readonly code: string;
}

/** The active user whose link carries this code. */
export async function findReferrer(
  em: SqlEntityManager,
  code: string,
): Promise<Referrer | undefined> {
  const [user] = await em.execute<{ username: string }[]>(
    `select username from users where referral_code = ? and is_active = 'true'`,
    [code],
  );
  return user && { name: firstNameOf(user.username), code };
}

/** The active user of a code; the row stays locked, as storing a referral of that user requires. */
export async function lockReferrerByCode(
  tx: SqlEntityManager,
  code: string,
): Promise<string | undefined> {
  return lockReferrer(tx, 'referral_code = ?', code);
}

/** The user with this id, if they exist and are active; the row stays locked. */
export async function lockReferrerById(
  tx: SqlEntityManager,
  id: string,
): Promise<string | undefined> {
  return lockReferrer(tx, 'id = ?', id);
}

async function lockReferrer(tx: SqlEntityManager, condition: string, value: string) {
  const [user] = await tx.execute<{ id: string }[]>(
    `select id from users where ${condition} and is_active = 'true' for no key update`,
    [value],
  );
  return user?.id;
}
