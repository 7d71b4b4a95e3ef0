import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  CodesSecret,
  OwnSecondFactor,
  RecoveryCodes,
} from '@sunloop/shared-types/accounts/second-factor.ts';
import { invalid } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { confirmCodes, proposeCodes, replaceRecoveryCodes } from './codes.ts';
import { dropLoneRecoveryCodes, findFactors, hasAny, requireFactorLeft } from './find-factors.ts';
import { type ActorInSession, tryInSession } from '../session/confirm-password.ts';
import { lockUser } from '../../ground/users/lock-user.ts';
import { requireUser } from '../../ground/users/service.ts';
import { settleChange } from './settle-change.ts';

/** What the actor has besides the password. */
export async function findOwnFactor(
  em: SqlEntityManager,
  userId: string,
): Promise<OwnSecondFactor> {
  const { codesSince, recoveryCodes, passkeys } = await findFactors(em, userId);
  return { codesSince, recoveryCodes, passkeys };
}

/** A secret for the actor's app; nothing counts before `turnCodesOn`. Safe to repeat: within an hour it is the same one. */
export async function startCodes(
  em: SqlEntityManager,
  { actor }: Pick<ActorInSession, 'actor'>,
): Promise<CodesSecret> {
  const { userId } = actor;
  return em.transactional(async (tx) => {
    await lockUser(tx, userId);
    const { email } = await requireUser(tx, userId);
    const line = { userId, action: 'codes.start', entity: 'user', entityId: userId };
    writeAudit(tx, actor, line);
    return proposeCodes(tx, { userId, label: email });
  });
}

/**
 * Turns codes on, or on with the newly shown secret, given its first code; throws 400 for a wrong one, which counts as a wrong
 * password, and 429. Answers ten new recovery codes.
 */
export async function turnCodesOn(
  em: SqlEntityManager,
  who: ActorInSession,
  code: string,
): Promise<RecoveryCodes> {
  let codes: RecoveryCodes | undefined;
  await tryInSession(em, who, async () => {
    codes = await tryToTurnOn(em, who, code);
    return codes !== undefined;
  });
  if (!codes) throw notItsCode();
  return codes;
}

async function tryToTurnOn(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  code: string,
): Promise<RecoveryCodes | undefined> {
  const { userId } = actor;
  return em.transactional(async (tx) => {
    await lockUser(tx, userId);
    const isRight = await confirmCodes(tx, { userId, code: code.replaceAll(/\s/g, '') });
    if (!isRight) return undefined;
    await settleChange(tx, actor, { userId, action: 'codes.add', except: sessionKey });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

function notItsCode(): Error {
  const text = 'This is not the code that the app shows now';
  return invalid(text, { code: text });
}

/** Ten new recovery codes instead of those the actor has; throws 400 without a factor they could stand in for. */
export async function renewRecoveryCodes(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
): Promise<RecoveryCodes> {
  const { userId } = actor;
  return em.transactional(async (tx) => {
    await lockUser(tx, userId);
    if (!hasAny(await findFactors(tx, userId)))
      throw invalid('Recovery codes stand in for codes or a passkey. Please add one first.');
    await settleChange(tx, actor, { userId, action: 'codes.recovery', except: sessionKey });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** Turns the actor's codes off; throws 409 `last_factor`. Safe to repeat. */
export async function removeCodes(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
): Promise<void> {
  const { userId } = actor;
  await em.transactional(async (tx) => {
    await lockUser(tx, userId);
    const sql =
      'delete from one_time_codes where user_id = ? returning secret is not null as "wereOn"';
    const [codes] = await tx.execute<{ wereOn: boolean }[]>(sql, [userId]);
    if (!codes?.wereOn) return;
    await requireFactorLeft(tx, userId);
    await dropLoneRecoveryCodes(tx, userId);
    await settleChange(tx, actor, { userId, action: 'codes.remove', except: sessionKey });
  });
}
