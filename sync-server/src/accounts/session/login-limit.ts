import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  LOGIN_MAX_PER_ADDRESS,
  LOGIN_MAX_PER_EMAIL,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
} from '@sunloop/shared-types/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../../http/context.ts';
import { rateLimited, RequestError } from '../../http/errors.ts';

interface LoginTry {
  /** In lower case. */
  readonly email: string;
  /** The address or /64 network it comes from. */
  readonly place: string;
  /** The device, if the user of this email signed in on it before; null for a stranger's. */
  readonly device: string | null;
}

/** If an attempt still being checked makes up the limit, that may be over in a moment. */
const PENDING_RETRY_SECONDS = 1;

// The n-th newest wrong password for each limit, if there are that many: the limit applies until that leaves
// the window. Those before a right one no longer count for the pair of email and address. An attempt that has
// been pending for a minute was left by a process that died. A known device counts separately: no stranger
// can use up its attempts, and it uses up nobody else's.
const OLDEST_BINDING = `
  with wrong as (
    select email, ip_address, device, attempted_at,
      is_pending and attempted_at > now() - interval '1 minute' as is_pending
    from login_attempts
    where success = 'false' and counts and attempted_at > now() - make_interval(secs => :window)
      and (email = :email or ip_address = :place)
      and device is not distinct from :device::text
  ), last_right as (
    select coalesce(max(attempted_at), '-infinity') as at from login_attempts
    where success = 'true' and email = :email
      and device is not distinct from :device::text
      and (device is not null or ip_address = :place)
      and attempted_at > now() - make_interval(secs => :window)
  ), binding as (
    (select attempted_at from wrong
       where email = :email and (:device::text is not null or ip_address = :place)
       and attempted_at > (select at from last_right)
       order by attempted_at desc offset :pairs limit 1)
    union all
    (select attempted_at from wrong where device is null and ip_address = :place
       order by attempted_at desc offset :addresses limit 1)
    union all
    (select attempted_at from wrong where device is null and email = :email
       order by attempted_at desc offset :emails limit 1)
  )
  select extract(epoch from max(attempted_at) - now())::float8 + :window as rest,
    (select bool_or(is_pending) from wrong) as "isPending"
  from binding`;

// Looked up for every email, so that the time tells nobody who has an account.
const WHOSE = '(select id from users where lower(email) = :email)';
const RESERVE = `
  insert into login_attempts (id, email, user_id, ip_address, device, user_agent, is_pending)
  values (:id, :email, ${WHOSE}, :place, :device, :userAgent, true)`;

/** Per address within the window, so that somebody who keeps trying does not fill the table. */
const REFUSED_KEPT = 100;
const KEEP_REFUSED = `
  insert into login_attempts (id, email, user_id, ip_address, device, user_agent, counts)
  select :id, :email, ${WHOSE}, :place, :device, :userAgent, false
  where (select count(*) from login_attempts where ip_address = :place and not counts
    and attempted_at > now() - make_interval(secs => :window)) < :kept`;

/**
 * Counts a sign-in attempt before its password is checked, so that many at once cost no more work than the
 * limit allows; returns its id. Throws 429 while a limit of API.md on wrong passwords is reached. Goes only
 * by the database's clock, so a process with a wrong clock counts correctly.
 */
export async function reserveTry(
  em: SqlEntityManager,
  { place, userAgent }: Client,
  { email, device }: Pick<LoginTry, 'email' | 'device'>,
): Promise<string> {
  const attempt = { email, place, device };
  const row = { ...attempt, id: uuidv7(), userAgent };
  try {
    // Attempts over the limit are refused without waiting for their turn.
    await requireTriesLeft(em, attempt);
    await em.transactional(async (tx) => {
      await lockTries(tx, attempt);
      await requireTriesLeft(tx, attempt);
      await tx.execute(RESERVE, row);
    });
  } catch (error) {
    if (error instanceof RequestError) {
      const bounds = { window: LOGIN_WINDOW_MS / 1000, kept: REFUSED_KEPT };
      await em.execute(KEEP_REFUSED, { ...row, ...bounds });
    }
    throw error;
  }
  return row.id;
}

/**
 * The password of a reserved attempt was right but the sign-in was refused: it is kept, but not as a wrong
 * one.
 */
export async function settleRefusedTry(em: SqlEntityManager, id: string): Promise<void> {
  const sql = 'update login_attempts set is_pending = false, counts = false where id = ?';
  await em.execute(sql, [id]);
}

const NOTE_RIGHT = `
  insert into login_attempts (id, email, user_id, ip_address, user_agent, success)
  values (:id, :email, ${WHOSE}, :place, :userAgent, 'true')`;

/** Notes a sign-in without a password, by an email in lower case, in the caller's transaction; returns its id. */
export async function noteSignIn(
  tx: SqlEntityManager,
  { place, userAgent }: Client,
  email: string,
): Promise<string> {
  const id = uuidv7();
  await tx.execute(NOTE_RIGHT, { id, email, place, userAgent });
  return id;
}

/** Undoes a reserved attempt. */
export async function forgetTry(em: SqlEntityManager, id: string): Promise<void> {
  await em.execute('delete from login_attempts where id = ?', [id]);
}

/** The password of a reserved attempt was wrong. */
export async function settleWrongTry(em: SqlEntityManager, id: string): Promise<void> {
  await em.execute('update login_attempts set is_pending = false where id = ?', [id]);
}

async function requireTriesLeft(em: SqlEntityManager, attempt: LoginTry) {
  const [row] = await em.execute<{ rest: number | null; isPending: boolean }[]>(OLDEST_BINDING, {
    ...attempt,
    window: LOGIN_WINDOW_MS / 1000,
    pairs: LOGIN_MAX_PER_EMAIL_AND_ADDRESS - 1,
    addresses: LOGIN_MAX_PER_ADDRESS - 1,
    emails: LOGIN_MAX_PER_EMAIL - 1,
  });
  if (!row || row.rest === null) return;
  throw rateLimited(row.isPending ? PENDING_RETRY_SECONDS : row.rest);
}

/** Makes attempts that count toward the same limits take turns until the transaction ends. */
async function lockTries(em: SqlEntityManager, { email, place, device }: LoginTry) {
  const keys =
    device === null
      ? [`login-address:${place}`, `login-email:${email}`]
      : [`login-device:${device}`];
  await em.execute(
    `select pg_advisory_xact_lock(hashtextextended(key, 0))
     from jsonb_array_elements_text(?::jsonb) as key order by key`,
    [JSON.stringify(keys)],
  );
}
