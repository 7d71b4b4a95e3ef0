import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LockOut } from '@sunloop/shared-types/ground/admin.ts';
import {
  LOGIN_MAX_PER_ADDRESS,
  LOGIN_MAX_PER_EMAIL,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
  PAGE_MAX_ROWS,
} from '@sunloop/shared-types/limits.ts';
import { isoTime } from '../../db/query/iso-time.ts';

// The rule of login-limit.ts for everybody at once: wrong passwords within the window; for a pair of email
// and address, only those since the last right one. A known device counts separately.
const WRONG = `
  with tries as (
    select email, ip_address, device, success, attempted_at,
      coalesce(max(attempted_at) filter (where success = 'true') over (partition by email, ip_address, device),
        '-infinity') as last_right
    from login_attempts where counts and attempted_at > now() - make_interval(secs => :window)
  ), wrong as (
    select email, ip_address, device, attempted_at, attempted_at > last_right as counts_for_pair
    from tries where success = 'false'
  )`;

const LOCKED_OUT = `
  ${WRONG}, counted as (
    select email, ip_address,
      count(*) filter (where counts_for_pair) over (partition by email, ip_address, device) as of_pair,
      count(*) filter (where device is null) over (partition by ip_address) as of_address,
      count(*) filter (where device is null) over (partition by email) as of_email
    from wrong
  )
  select count(distinct (email, ip_address))::int as count from counted
  where of_pair >= :pairs or of_address >= :addresses or of_email >= :emails`;

// For each limit, the n-th newest wrong password: the limit applies until that leaves the window.
const LOCK_OUTS = `
  ${WRONG}, ranked as (
    select email, ip_address, attempted_at, count(*) over pair as total, :pairs::int as max,
      row_number() over (pair order by attempted_at desc) as place
    from wrong where counts_for_pair window pair as (partition by email, ip_address, device)
    union all
    select null, ip_address, attempted_at, count(*) over address, :addresses::int,
      row_number() over (address order by attempted_at desc)
    from wrong where device is null and ip_address is not null window address as (partition by ip_address)
    union all
    select email, null, attempted_at, count(*) over mail, :emails::int,
      row_number() over (mail order by attempted_at desc)
    from wrong where device is null window mail as (partition by email)
  )
  select email, ip_address as "ipAddress", total::int as "wrongPasswords",
    ${isoTime('(attempted_at + make_interval(secs => :window))', 'until')}
  from ranked where place = max
  order by attempted_at desc, email nulls last, ip_address nulls last limit :limit`;

const limits = {
  window: LOGIN_WINDOW_MS / 1000,
  pairs: LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  addresses: LOGIN_MAX_PER_ADDRESS,
  emails: LOGIN_MAX_PER_EMAIL,
};

/** How many pairs of email and address that tried a wrong password are locked out now. */
export async function countLockedOut(em: SqlEntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(LOCKED_OUT, limits);
  return row?.count ?? 0;
}

/** The limits reached now and until when, the longest first; at most 500. */
export function findLockOuts(em: SqlEntityManager): Promise<LockOut[]> {
  return em.execute<LockOut[]>(LOCK_OUTS, { ...limits, limit: PAGE_MAX_ROWS });
}
