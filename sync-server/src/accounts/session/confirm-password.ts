import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { FRESH_SIGN_IN_MS } from '@sunloop/shared-types/limits.ts';
import type { Actor } from '../../http/context.ts';
import { passwordNeeded, passwordWrong } from '../../http/errors.ts';
import { forgetTry, reserveTry, settleWrongTry } from './login-limit.ts';
import { verifyPassword } from './password.ts';

/** Who is asking, and through which session. */
export interface ActorInSession {
  readonly actor: Actor;
  readonly sessionKey: string;
}

interface SignIn {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly isFresh: boolean;
}

// Only by the database's clock; a session is as old as its sign-in.
const FIND_SIGN_IN = `
  select s.public_id as id, lower(u.email) as email, u.password,
    s.created_at > now() - make_interval(secs => ?) as "isFresh"
  from sessions s join users u on u.id = s.user_id where s.id = ?`;

/** The sign-in the actor has to confirm with their password; undefined if it is recent enough. */
async function findOldSignIn(
  em: SqlEntityManager,
  sessionKey: string,
): Promise<SignIn | undefined> {
  const values = [FRESH_SIGN_IN_MS / 1000, sessionKey];
  const [signIn] = await em.execute<SignIn[]>(FIND_SIGN_IN, values);
  return signIn?.isFresh === true ? undefined : signIn;
}

/**
 * Makes sure that the person at the device is the actor. Throws 403 `password_needed` if their sign-in is older than
 * 15 minutes and `currentPassword` is absent or wrong, 429 after 5 wrong ones within 15 minutes.
 */
export async function confirmPassword(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  currentPassword: string | null | undefined,
): Promise<void> {
  const signIn = await findOldSignIn(em, sessionKey);
  if (!signIn) return;
  if (!currentPassword) throw passwordNeeded();
  // Counted for this session only: strangers cannot use up its attempts, nor can it use up anybody's sign-in
  // attempts.
  const tried = { email: signIn.email, device: `session:${signIn.id}` };
  const attempt = await reserveTry(em.fork(), actor, tried);
  if (await isRight(em, signIn, { attempt, currentPassword })) return;
  await settleWrongTry(em.fork(), attempt);
  throw passwordWrong();
}

/** A right password leaves no record, because it was not a sign-in; nor does one that could not be checked. */
async function isRight(
  em: SqlEntityManager,
  { password }: SignIn,
  { attempt, currentPassword }: { attempt: string; currentPassword: string },
): Promise<boolean> {
  let isWrong = false;
  try {
    isWrong = !(await verifyPassword(password, currentPassword));
    return !isWrong;
  } finally {
    if (!isWrong) await forgetTry(em.fork(), attempt);
  }
}
