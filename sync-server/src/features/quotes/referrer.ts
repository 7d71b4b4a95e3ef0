import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { isStorableText } from '@sunloop/shared-types';
import { normaliseReferralCode } from '../users/referral-code.ts';

/** The first word of the name of the active user whose link carries this code. */
export async function findReferrerName(
  em: SqlEntityManager,
  typedCode: string,
): Promise<string | undefined> {
  // An address may carry what no column holds.
  if (!isStorableText(typedCode)) return undefined;
  const [user] = await em.execute<{ username: string }[]>(
    `select username from users where referral_code = ? and is_active = 'true'`,
    [normaliseReferralCode(typedCode)],
  );
  return user?.username.split(/\s/, 1)[0];
}

/** The active user of a code; the row stays locked, as storing a referral of that user needs it. */
export async function lockReferrerByCode(
  tx: SqlEntityManager,
  code: string,
): Promise<string | undefined> {
  return lockReferrer(tx, 'referral_code = ?', code);
}

/** The user of an id if there is one and active; the row stays locked. */
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
