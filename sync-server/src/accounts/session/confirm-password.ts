import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { PROVED_MS } from '@sunloop/shared-types/limits.ts';
import { writeAudit } from '../../ground/audit/service.ts';
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

// Only by the database's clock. An identity provider may have let somebody in whom it asked nothing: what counts is when it asked.
const FIND_SIGN_IN = `
  select s.public_id as id, lower(u.email) as email, u.password,
    coalesce(greatest(case when not s.is_vouched_for then s.created_at end, s.proved_at)
      > now() - make_interval(secs => ?), false) as "isFresh"
  from sessions s join users u on u.id = s.user_id where s.id = ?`;

async function findSignIn(em: SqlEntityManager, sessionKey: string): Promise<SignIn | undefined> {
  const [signIn] = await em.execute<SignIn[]>(FIND_SIGN_IN, [PROVED_MS / 1000, sessionKey]);
  return signIn;
}

/**
 * Makes sure that the person at the device is the actor. Throws 403 `password_needed` if they last said so over ten minutes ago
 * and `currentPassword` is absent or wrong, 429 after 5 wrong ones within 15 minutes.
 */
export async function confirmPassword(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  currentPassword: string | null | undefined,
): Promise<void> {
  const signIn = await findSignIn(em, sessionKey);
  if (signIn?.isFresh) return;
  await provePassword(em, { actor, sessionKey }, currentPassword);
}

/** As `confirmPassword`, however long ago the person last said who they are. */
export async function provePassword(
  em: SqlEntityManager,
  who: ActorInSession,
  currentPassword: string | null | undefined,
): Promise<void> {
  if (!currentPassword) throw passwordNeeded();
  const judge = ({ password }: SignIn) => verifyPassword(password, currentPassword);
  if (!(await proveBy(em, who, { how: 'by password', judge }))) throw passwordWrong();
}

interface GivenProof {
  /** For the audit log. */
  readonly how: 'by password' | 'by passkey';
  readonly judge: (signIn: SignIn) => Promise<boolean>;
}

const NOTE_PROOF = 'update sessions set proved_at = now() where id = ?';

/**
 * Notes that the person at the device proved who they are, if `judge` says so; false if not, of which there may be 5 within 15
 * minutes (429). Counted for this session only: strangers cannot use up its tries, nor can it use up anybody's sign-ins.
 */
export async function proveBy(
  em: SqlEntityManager,
  who: ActorInSession,
  { how, judge }: GivenProof,
): Promise<boolean> {
  const isRight = await tryInSession(em, who, judge);
  if (isRight) await noteProof(em, who, how);
  return isRight;
}

async function noteProof(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  details: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.execute(NOTE_PROOF, [sessionKey]);
    const { userId } = actor;
    const line = { userId, action: 'session.proof', entity: 'user', entityId: userId };
    writeAudit(tx, actor, { ...line, details });
  });
}

/** Counts a try in a session as `proveBy` does. */
export async function tryInSession(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  judge: (signIn: SignIn) => Promise<boolean>,
): Promise<boolean> {
  const signIn = await findSignIn(em, sessionKey);
  if (!signIn) throw passwordNeeded();
  const tried = { email: signIn.email, device: `session:${signIn.id}` };
  const attempt = await reserveTry(em.fork(), actor, tried);
  let isWrong = false;
  try {
    isWrong = !(await judge(signIn));
    return !isWrong;
  } finally {
    // A right one leaves no record, because it was not a sign-in; nor does one that could not be checked.
    await (isWrong ? settleWrongTry : forgetTry)(em.fork(), attempt);
  }
}
