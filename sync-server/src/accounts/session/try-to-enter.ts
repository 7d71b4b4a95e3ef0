import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS, NEW_DEVICES_PER_HOUR } from '@sunloop/shared-types/limits.ts';
import { countUp } from '../../db/query/count-up.ts';
import type { Client } from '../../http/context.ts';
import {
  accountLost,
  inactive,
  invalidCredentials,
  passwordEnded,
  rateLimited,
  RequestError,
} from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { tellNewSignIn } from '../../messages/mail/tell/tell.ts';
import type { UserEntity } from '../../ground/users/entities.ts';
import { forgetTry, reserveTry, settleRefusedTry } from './login-limit.ts';

/** A device and the users who signed in there before. */
export interface SeenDevice {
  readonly id: string;
  readonly userIds: readonly string[];
}

interface Entry {
  readonly user: UserEntity;
  /** By what, if not by the password alone; for the audit log. */
  readonly how?: string;
}

interface Try {
  /** In lower case. */
  readonly email: string;
  readonly device?: SeenDevice | undefined;
  /** Who may enter; null if what was given is wrong. */
  readonly judge: () => Promise<Entry | null>;
}

/**
 * Counts one try to sign in, by whatever means, and settles it; null after a wrong one. Throws 429 while a limit on wrong
 * ones, or on right ones from new devices, is reached, and what `judge` throws.
 */
export async function tryToEnter(
  em: SqlEntityManager,
  client: Client,
  { email, device, judge }: Try,
): Promise<UserEntity | null> {
  const known = device && (await isKnownTo(em, email, device)) ? device.id : null;
  const attempt = await reserveTry(em.fork(), client, { email, device: known });
  try {
    const entry = await judge();
    if (entry && known === null) await countNewDevice(em.fork(), entry.user.id);
    await settleTry(em.fork(), client, { attempt, entry, isNewDevice: known === null });
    return entry && entry.user;
  } catch (error) {
    // Neither a success nor a wrong password: an inactive account, a second step, or it could not be checked.
    const isRefused = error instanceof RequestError && error.status === 403;
    const leave = isRefused ? settleRefusedTry : forgetTry;
    await leave(em.fork(), attempt);
    throw error;
  }
}

/** A password that is right fills lists of sessions and tries all the same. */
async function countNewDevice(em: SqlEntityManager, userId: string): Promise<void> {
  const limit = { key: `signIns:user:${userId}`, max: NEW_DEVICES_PER_HOUR, windowMs: HOUR_MS };
  const { count, rest } = await countUp(em, limit);
  if (count > limit.max) throw rateLimited(rest);
}

/** Throws the 401 of a wrong password. */
export async function refuse(em: SqlEntityManager, device: SeenDevice | undefined): Promise<never> {
  throw (await hasLostAccount(em, device?.userIds)) ? accountLost() : invalidCredentials();
}

/** Whether the last account used on the device is not here: rows of users are never deleted, not even when they are erased. */
async function hasLostAccount(em: SqlEntityManager, [last]: readonly string[] = []) {
  if (last === undefined) return false;
  return (await em.execute('select 1 from users where id = ?', [last])).length === 0;
}

async function isKnownTo(em: SqlEntityManager, email: string, { userIds }: SeenDevice) {
  const userId = await findIdByEmail(em, email);
  return userId !== undefined && userIds.includes(userId);
}

export async function findIdByEmail(
  em: SqlEntityManager,
  email: string,
): Promise<string | undefined> {
  const sql = 'select id from users where lower(email) = lower(?)';
  const [row] = await em.execute<{ id: string }[]>(sql, [email]);
  return row?.id;
}

/** Throws 403 `inactive` or `password_ended` for somebody who proved who they are and gets no access all the same. */
export async function requireAccess(em: SqlEntityManager, user: UserEntity): Promise<void> {
  if (user.isActive !== 'true') throw inactive();
  if (await hasEnded(em, user)) throw passwordEnded();
}

/** Whether it is a temporary password that has ended, by the database's clock. */
async function hasEnded(em: SqlEntityManager, { id }: UserEntity): Promise<boolean> {
  const sql = 'select 1 from users where id = ? and password_ends_at <= now()';
  return (await em.execute(sql, [id])).length > 0;
}

interface Outcome {
  /** Id of the attempt. */
  readonly attempt: string;
  /** Who signed in; null after a wrong password. */
  readonly entry: Entry | null;
  readonly isNewDevice: boolean;
}

async function settleTry(
  em: SqlEntityManager,
  client: Client,
  { attempt, entry, isNewDevice }: Outcome,
) {
  await em.transactional(async (tx) => {
    await tx.execute('update login_attempts set is_pending = false, success = ? where id = ?', [
      entry ? 'true' : 'false',
      attempt,
    ]);
    if (!entry) return;
    const { id: userId } = entry.user;
    const line = { userId, action: 'session.login', entity: 'user', entityId: userId };
    writeAudit(tx, client, { ...line, ...(entry.how && { details: entry.how }) });
    if (isNewDevice) await tellNewSignIn(tx, client, { userId, attempt });
  });
}
