import { hash } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { SIGN_IN_STEP_MS } from '@sunloop/shared-types/limits.ts';
import type { UserEntity } from '../../ground/users/entities.ts';

/** What was begun on a device, and what only that device can go on with. */
export interface Step {
  readonly purpose: 'add_passkey' | 'passkey' | 'code';
  /** A secret in the device's cookie. */
  readonly nonce: string;
  /** What its passkey has to sign; '' for a code. */
  readonly challenge: string;
}

interface OpenStep {
  readonly userId: string | null;
  readonly passwordHash: string | null;
}

// A newer one of the same device takes the place of the older.
const OPEN = `
  insert into sign_in_steps (hash, user_id, password_hash, ends_at)
  values (:hash, :userId, :passwordHash, now() + make_interval(secs => :seconds))
  on conflict (hash) do update set user_id = excluded.user_id, password_hash = excluded.password_hash,
    ends_at = excluded.ends_at`;

/** Opens a step for five minutes; of a user if one is given, and then only while they have the password of now. */
export async function openStep(
  em: SqlEntityManager,
  step: Step,
  user?: Pick<UserEntity, 'id' | 'password'>,
): Promise<void> {
  const passwordHash = user ? digest(user.password) : null;
  const seconds = SIGN_IN_STEP_MS / 1000;
  const values = { hash: hashOf(step), userId: user?.id ?? null, passwordHash, seconds };
  await em.execute(OPEN, values);
}

const COLUMNS = 'user_id as "userId", password_hash as "passwordHash"';

/** An open step of this device; undefined if it has ended. */
export async function findStep(em: SqlEntityManager, step: Step): Promise<OpenStep | undefined> {
  const sql = `select ${COLUMNS} from sign_in_steps where hash = ? and ends_at > now()`;
  const [open] = await em.execute<OpenStep[]>(sql, [hashOf(step)]);
  return open;
}

/** Takes an open step of this device, which nobody can take again; undefined if it has ended. */
export async function takeStep(em: SqlEntityManager, step: Step): Promise<OpenStep | undefined> {
  const sql = `delete from sign_in_steps where hash = ? and ends_at > now() returning ${COLUMNS}`;
  const [open] = await em.execute<OpenStep[]>(sql, [hashOf(step)]);
  return open;
}

/** Whether the user still has the password with which the step was opened. */
export const isPasswordOf = ({ passwordHash }: OpenStep, { password }: UserEntity) =>
  passwordHash === digest(password);

const digest = (text: string) => hash('sha256', text, 'hex');
const hashOf = ({ purpose, nonce, challenge }: Step) => digest(`${purpose}:${nonce}:${challenge}`);
