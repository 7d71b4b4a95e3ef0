import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, WRONG_STEPS_PER_DAY, WRONG_STEPS_TOLD } from '@sunloop/shared-types/limits.ts';
import { countUp, type Limit } from '../../db/query/count-up.ts';
import type { Client } from '../../http/context.ts';
import { codeWrong, rateLimited, secondFactorNeeded, signInEnded } from '../../http/errors.ts';
import { tellWrongCodes } from '../../messages/mail/tell/tell.ts';
import { spendCode } from '../second-factor/codes.ts';
import { findFactors, hasAny } from '../second-factor/find-factors.ts';
import { findStep, isPasswordOf, openStep, type Step, takeStep } from '../second-factor/steps.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { requireAccess, type SeenDevice, tryToEnter } from './try-to-enter.ts';

const stepOf = (nonce: string): Step => ({ purpose: 'code', nonce, challenge: '' });

/** Opens the second step for an admin who has a second factor, and throws 403 `second_factor_needed`. */
export async function requireNoSecondStep(
  em: SqlEntityManager,
  user: UserEntity,
  nonceOf: () => string,
): Promise<void> {
  if (user.role !== 'admin') return;
  const factors = await findFactors(em, user.id);
  if (!hasAny(factors)) return;
  await openStep(em, stepOf(nonceOf()), user);
  const { hasCodes, recoveryCodes, passkeys } = factors;
  throw secondFactorNeeded({
    ...((hasCodes || recoveryCodes > 0) && { code: 'Enter a code of your app or a recovery code' }),
    ...(passkeys > 0 && { passkey: 'Use a passkey' }),
  });
}

interface SecondStep {
  readonly code: string;
  readonly nonce: string;
  readonly device?: SeenDevice | undefined;
}

/**
 * The admin whose sign-in waits on this device, given a code or a recovery code. Throws 410 `sign_in_ended` if none waits, 401
 * with the field `code` if it is wrong, which counts as a wrong password does, and 429, also after 20 tries a day. From the
 * fifth wrong one on the person is told, once a day.
 */
export async function logInByCode(
  em: SqlEntityManager,
  client: Client,
  { code, nonce, device }: SecondStep,
): Promise<UserEntity> {
  const waiting = await requireWaiting(em, nonce);
  const isKnown = device?.userIds.includes(waiting.id) === true;
  const tried = await countTry(em.fork(), limitOf(waiting.id, isKnown ? device.id : 'strangers'));
  const judge = async () => {
    const used = await spendCode(em.fork(), { userId: waiting.id, code });
    if (!used) return null;
    if (!(await takeStep(em, stepOf(nonce)))) throw signInEnded();
    await requireAccess(em, waiting);
    return { user: waiting, how: `by password and ${used}` };
  };
  const user = await tryToEnter(em, client, { email: waiting.email.toLowerCase(), device, judge });
  if (user) return user;
  if (tried >= WRONG_STEPS_TOLD) await tellWrongCodes(em.fork(), waiting.id);
  throw codeWrong();
}

async function countTry(em: SqlEntityManager, limit: Limit): Promise<number> {
  const { count, rest } = await countUp(em, limit);
  if (count > limit.max) throw rateLimited(rest);
  return count;
}

/** Whoever comes this far has the password: all strangers together have as many tries a day as one device of the person. */
const limitOf = (userId: string, from: string): Limit => ({
  key: `secondSteps:${userId}:${from}`,
  max: WRONG_STEPS_PER_DAY,
  windowMs: DAY_MS,
});

/** Whose sign-in waits: nobody's any more if the password was changed or taken away meanwhile. */
async function requireWaiting(em: SqlEntityManager, nonce: string): Promise<UserEntity> {
  const step = await findStep(em, stepOf(nonce));
  if (!step?.userId) throw signInEnded();
  const user = await em.findOne(UserEntity, step.userId, { populate: ['avatar'] });
  if (!user || user.role !== 'admin' || !isPasswordOf(step, user)) throw signInEnded();
  return user;
}
