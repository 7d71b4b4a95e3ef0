import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LoginAttempt, SecurityStats } from '@sunloop/shared-types/ground/admin.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { findSsoRefusals, providerOf, ssoFaultOf } from '../../accounts/sso/sso-state.ts';
import { findBackupState } from './backup-state.ts';
import { findRefusals } from './policy-refusals.ts';
import { countLockedOut, findLockOuts } from '../../accounts/session/lock-outs.ts';

const RECENT_ATTEMPTS = 20;

// An inactive user's session gives no access, so it does not count. Those are few, and looking at the user of each session
// takes four times as long.
const COUNTS = `
  select
    (select count(*)::int from sessions where expires_at > now())
      - (select count(*)::int from users u join sessions s on s.user_id = u.id
        where u.is_active = 'false' and s.expires_at > now()) as "activeSessions",
    count(*) filter (where success = 'true')::int as "successfulLogins24h",
    count(*) filter (where success = 'false')::int as "failedLogins24h"
  from login_attempts where attempted_at > now() - interval '24 hours'`;

type Counts = Pick<SecurityStats, 'activeSessions' | 'successfulLogins24h' | 'failedLogins24h'>;

/** Who is signed in, who is locked out, the newest sign-in attempts, and what browsers refused. */
export async function findSecurityStats(em: SqlEntityManager): Promise<SecurityStats> {
  const [counts] = await em.execute<Counts[]>(COUNTS);
  if (!counts) throw new Error('counts without a row');
  const recentAttempts = await findRecentAttempts(em, { limit: RECENT_ATTEMPTS });
  const lockOuts = await findLockOuts(em);
  const lockedOut = await countLockedOut(em);
  const refusals = await findRefusals(em);
  const backups = await findBackupState(em);
  return {
    ...counts,
    lockedOut,
    recentAttempts,
    lockOuts,
    refusals,
    ...(backups && { backups }),
    ...(await findSso(em)),
  };
}

async function findSso(em: SqlEntityManager): Promise<Pick<SecurityStats, 'sso'>> {
  const { name = null, issuer = null } = providerOf(em) ?? {};
  const fault = ssoFaultOf(em) ?? null;
  if (name === null && fault === null) return {};
  return { sso: { name, issuer, fault, refusals: await findSsoRefusals(em) } };
}

/** The newest sign-in attempts, all of them or those with one email. */
export function findRecentAttempts(
  em: SqlEntityManager,
  { email, limit }: { email?: string; limit: number },
): Promise<LoginAttempt[]> {
  return em.execute<LoginAttempt[]>(
    `select email, success, ip_address as "ipAddress", user_agent as "userAgent",
       ${isoTime('attempted_at', 'attemptedAt')}
     from login_attempts ${email === undefined ? '' : 'where email = :email'}
     order by login_attempts.attempted_at desc, id desc limit :limit`,
    { email: email?.toLowerCase(), limit },
  );
}
