import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LoginAttempt, SecurityStats } from '@sunloop/shared-types';
import { isoTime } from '../../db/iso-time.ts';
import { countLockedOut } from '../session/login-limit.ts';

const RECENT_ATTEMPTS = 20;

// A session of an inactive user opens nothing, so it is none.
const COUNTS = `
  select
    (select count(*)::int from sessions s join users u on u.id = s.user_id
      where s.expires_at > now() and u.is_active = 'true') as "activeSessions",
    count(*) filter (where success = 'true')::int as "successfulLogins24h",
    count(*) filter (where success = 'false')::int as "failedLogins24h"
  from login_attempts where attempted_at > now() - interval '24 hours'`;

/** Who is in, who is locked out, and the newest tries to sign in. */
export async function findSecurityStats(em: SqlEntityManager): Promise<SecurityStats> {
  const [counts] = await em.execute<Omit<SecurityStats, 'lockedOut' | 'recentAttempts'>[]>(COUNTS);
  if (!counts) throw new Error('counts without a row');
  const recentAttempts = await em.execute<LoginAttempt[]>(
    `select email, success, ip_address as "ipAddress", user_agent as "userAgent",
       ${isoTime('attempted_at', 'attemptedAt')}
     from login_attempts order by login_attempts.attempted_at desc, id desc limit ?`,
    [RECENT_ATTEMPTS],
  );
  return { ...counts, lockedOut: await countLockedOut(em), recentAttempts };
}
