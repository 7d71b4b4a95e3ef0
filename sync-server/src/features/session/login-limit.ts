import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  LOGIN_MAX_PER_ADDRESS,
  LOGIN_MAX_PER_EMAIL,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
} from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../../http/context.ts';
import { rateLimited } from '../../http/errors.ts';

interface LoginTry {
  /** In lower case. */
  readonly email: string;
  readonly ipAddress: string;
}

/** Where a try that is being judged holds a limit, it may be over in a moment. */
const PENDING_RETRY_SECONDS = 1;

// The n-th newest wrong password of each kind, where there are that many: until it leaves the window the
// limit holds. Those before a right one no longer count for the pair of e-mail and address. A try that is
// pending for a minute was left by a process that died.
const OLDEST_BINDING = `
  with wrong as (
    select email, ip_address, attempted_at,
      is_pending and attempted_at > now() - interval '1 minute' as is_pending
    from login_attempts
    where success = 'false' and attempted_at > now() - make_interval(secs => :window)
      and (email = :email or ip_address = :address)
  ), last_right as (
    select coalesce(max(attempted_at), '-infinity') as at from login_attempts
    where success = 'true' and email = :email and ip_address = :address
      and attempted_at > now() - make_interval(secs => :window)
  ), binding as (
    (select attempted_at from wrong where email = :email and ip_address = :address
       and attempted_at > (select at from last_right)
       order by attempted_at desc offset :pairs limit 1)
    union all
    (select attempted_at from wrong where ip_address = :address
       order by attempted_at desc offset :addresses limit 1)
    union all
    (select attempted_at from wrong where email = :email
       order by attempted_at desc offset :emails limit 1)
  )
  select extract(epoch from max(attempted_at) - now())::float8 + :window as rest,
    (select bool_or(is_pending) from wrong) as "isPending"
  from binding`;

const RESERVE = `
  insert into login_attempts (id, email, ip_address, user_agent, is_pending)
  values (:id, :email, :ipAddress, :userAgent, true)`;

/**
 * Counts a try to sign in before its password is judged, so that many at once cost no more work than the limit
 * allows; returns its id. Throws 429 while a limit of API.md on wrong passwords is reached. By the
 * database's clock alone, so a process whose own is wrong counts with the others.
 */
export async function reserveTry(
  em: SqlEntityManager,
  client: Client,
  email: string,
): Promise<string> {
  const attempt = { email, ipAddress: client.ipAddress };
  // A crowd that is over the limit is told so without waiting for its turn.
  await requireTriesLeft(em, attempt);
  const id = uuidv7();
  await em.transactional(async (tx) => {
    await lockTries(tx, attempt);
    await requireTriesLeft(tx, attempt);
    await tx.execute(RESERVE, { ...attempt, id, userAgent: client.userAgent });
  });
  return id;
}

/** As if the try had not been made. */
export async function forgetTry(em: SqlEntityManager, id: string): Promise<void> {
  await em.execute('delete from login_attempts where id = ?', [id]);
}

async function requireTriesLeft(em: SqlEntityManager, { email, ipAddress }: LoginTry) {
  const [row] = await em.execute<{ rest: number | null; isPending: boolean }[]>(OLDEST_BINDING, {
    email,
    address: ipAddress,
    window: LOGIN_WINDOW_MS / 1000,
    pairs: LOGIN_MAX_PER_EMAIL_AND_ADDRESS - 1,
    addresses: LOGIN_MAX_PER_ADDRESS - 1,
    emails: LOGIN_MAX_PER_EMAIL - 1,
  });
  if (!row || row.rest === null) return;
  throw rateLimited(row.isPending ? PENDING_RETRY_SECONDS : row.rest);
}

/** Makes tries of the same e-mail or from the same address take turns until the transaction ends. */
async function lockTries(em: SqlEntityManager, { email, ipAddress }: LoginTry) {
  await em.execute(
    `select pg_advisory_xact_lock(hashtextextended(key, 0))
     from unnest(array[?, ?]) as key order by key`,
    [`login-address:${ipAddress}`, `login-email:${email}`],
  );
}
