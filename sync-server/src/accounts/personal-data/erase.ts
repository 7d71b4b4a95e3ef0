import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ERASED_EMAIL_END } from '@sunloop/shared-types/limits.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '../../http/context.ts';
import { forbidden, notFound, passwordWrong } from '../../http/errors.ts';
import { lastAdmin, lockUserAndAdmins } from '../users/service.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { hashPassword, verifyPassword } from '../session/password.ts';
import { provenEmailOf } from '../../ground/users/proven-email.ts';
import { newReferralCode } from '../../ground/users/referral-code.ts';
import { forgetPlaces, forgetTexts } from './forget.ts';

interface Stored {
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
  readonly password: string;
  readonly isErased: boolean;
}

/**
 * Erases the actor, given their current password (403 `password_needed`), because it cannot be undone. 409
 * `last_admin` if no active admin would be left.
 */
export async function eraseOwn(
  em: SqlEntityManager,
  actor: Actor,
  currentPassword: string,
): Promise<void> {
  const stored = await findStored(em, actor.userId);
  if (!(await verifyPassword(stored?.password, currentPassword))) throw passwordWrong();
  await erase(em, actor, actor.userId);
}

/** Erases somebody else. Throws 404, 403 for oneself, and 409 `last_admin`. Safe to repeat. */
export async function eraseOther(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  if (id === actor.userId) {
    throw forbidden('Your own account can be deleted on your profile page');
  }
  await erase(em, actor, id);
}

/**
 * Removes everything that names the person or those they referred, and every way to sign in. Amounts, counts,
 * dates, statuses, ids and the referral code stay, so figures and ledger add up as before and the code is
 * never given to anybody else; the email is free again. Their rows get new versions, so that devices read the
 * change.
 */
async function erase(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  // A real hash of a password nobody knows, in case a sign-in is being checked at the same time.
  const password = await hashPassword(randomBytes(32).toString('base64url'));
  await em.transactional(async (tx) => {
    const admins = await lockUserAndAdmins(tx, id);
    const stored = await findStored(tx, id);
    if (!stored) throw notFound('There is no such user');
    if (stored.isErased) return;
    if (admins.has(id) && admins.size === 1) throw lastAdmin();
    await tx.execute(ERASE_USER, {
      id,
      password,
      username: `Erased user ${newReferralCode()}`,
      email: `${randomUUID()}${ERASED_EMAIL_END}`,
    });
    await forgetTexts(tx, { id, email: provenEmailOf(stored) });
    const line = { userId: actor.userId, action: 'user.erase', entity: 'user', entityId: id };
    writeAudit(tx, actor, line);
    // The address from which they asked for it is removed as well.
    await tx.flush();
    await forgetPlaces(tx, id);
  });
}

const ERASE_USER = `
  update users set username = :username, look = null, email = :email, password = :password, phone = null,
    address = null, avatar = null, shows_picture = false, email_confirmed_at = null, pending_email = null,
    mail_off = '{}', role = 'customer', may_take = false, is_active = 'false', erased_at = now()
  where id = :id`;

async function findStored(em: SqlEntityManager, id: string): Promise<Stored | undefined> {
  const [row] = await em.execute<Stored[]>(
    `select email, email_confirmed_at as "emailConfirmedAt", password, erased_at is not null as "isErased"
     from users where id = ?`,
    [id],
  );
  return row;
}
