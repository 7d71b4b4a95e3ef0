import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  LOGIN_MAX_PER_ADDRESS,
  LOGIN_MAX_PER_EMAIL,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
} from '@sunloop/shared-types';
import { rateLimited } from '../../http/errors.ts';

export interface LoginTry {
  readonly email: string;
  readonly ipAddress: string;
}

// The n-th newest wrong password of each kind, where there are that many: until it leaves the window the
// limit holds. Those before a right one no longer count for the pair of e-mail and address.
const OLDEST_BINDING = `
  with wrong as (
    select email, ip_address, attempted_at from login_attempts
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
  select extract(epoch from max(attempted_at) - now())::float8 + :window as rest from binding`;

/**
 * Throws 429 while a limit of API.md on wrong passwords is reached. `email` in lower case. Inside a
 * transaction that `lockTries` opened the count is exact, whatever other processes do.
 */
export async function requireTriesLeft(em: SqlEntityManager, { email, ipAddress }: LoginTry) {
  const [row] = await em.execute<{ rest: number | null }[]>(OLDEST_BINDING, {
    email,
    address: ipAddress,
    window: LOGIN_WINDOW_MS / 1000,
    pairs: LOGIN_MAX_PER_EMAIL_AND_ADDRESS - 1,
    addresses: LOGIN_MAX_PER_ADDRESS - 1,
    emails: LOGIN_MAX_PER_EMAIL - 1,
  });
  if (row && row.rest !== null) throw rateLimited(row.rest);
}

/** Makes tries of the same e-mail or from the same address take turns until the transaction ends. */
export async function lockTries(em: SqlEntityManager, { email, ipAddress }: LoginTry) {
  await em.execute(
    `select pg_advisory_xact_lock(hashtextextended(key, 0))
     from unnest(array[?, ?]) as key order by key`,
    [`login-address:${ipAddress}`, `login-email:${email}`],
  );
}
