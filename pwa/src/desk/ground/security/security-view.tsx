import { ssoRefusalWords } from '@sunloop/shared-types/accounts/sso-refusals.ts';
import type { LockOut, LoginAttempt, SecurityStats } from '@sunloop/shared-types/ground/admin.ts';
import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { BackupsCard } from './backups-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';

const figure = (count: number) => count.toLocaleString('en-US');

/** Who is signed in, who tried, who is locked out now, and what browsers refused. */
export function SecurityView({ stats }: { stats: SecurityStats }) {
  return (
    <div className="stack">
      <dl className="stat-grid" data-count="4">
        <StatCard title="Active Sessions" value={figure(stats.activeSessions)} icon="device" />
        <StatCard
          title="Successful Logins (24 h)"
          value={figure(stats.successfulLogins24h)}
          icon="check"
          tone="good"
        />
        <StatCard
          title="Failed Logins (24 h)"
          value={figure(stats.failedLogins24h)}
          icon="alert"
          tone="wait"
        />
        <StatCard
          title="Locked Out"
          value={figure(stats.lockedOut)}
          icon="lock"
          tone={stats.lockedOut > 0 ? 'wait' : undefined}
        />
      </dl>
      {stats.backups && <BackupsCard backups={stats.backups} />}
      {stats.sso && <SsoCard sso={stats.sso} />}
      <Card title="Locked Out Now">
        <LockOuts lockOuts={stats.lockOuts} />
      </Card>
      {stats.refusals && <RefusalsCard refusals={stats.refusals} />}
      <Card title="Recent Attempts">
        <Attempts attempts={stats.recentAttempts} />
      </Card>
    </div>
  );
}

type Sso = NonNullable<SecurityStats['sso']>;

function SsoCard({ sso: { name, issuer, fault, refusals = [] } }: { sso: Sso }) {
  return (
    <Card title="Single Sign-on">
      {fault !== null && (
        <Banner tone="bad" icon="alert">
          Nobody can use it: {fault}
        </Banner>
      )}
      {name !== null && (
        <Facts
          facts={[
            ['Provider', name],
            ['Issuer', issuer ?? ''],
          ]}
        />
      )}
      {refusals.length > 0 && (
        <>
          <p>Sign-ins that were turned away in the last 30 days, though the provider knew them:</p>
          <ul>
            {refusals.map(({ fault: why, count }) => (
              <li key={why}>
                {count.toLocaleString('en-US')}: {ssoRefusalWords(why)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function LockOuts({ lockOuts }: { lockOuts: readonly LockOut[] }) {
  if (lockOuts.length === 0) {
    return <EmptyState icon="shield" title="Nobody is locked out." />;
  }
  return (
    <>
      <p className="muted">
        After too many wrong passwords, signing in is blocked for a while. The block ends by itself.
      </p>
      <PlainTable
        label="Lock-outs"
        columns={['Email', 'Address', 'Wrong passwords', 'Until']}
        rows={lockOuts.map(({ email, ipAddress, wrongPasswords, until }, key) => ({
          key,
          cells: [
            email ?? 'Any email',
            ipAddress ?? 'Any address',
            figure(wrongPasswords),
            formatMoment(until),
          ],
        }))}
      />
    </>
  );
}

function Attempts({ attempts }: { attempts: readonly LoginAttempt[] }) {
  if (attempts.length === 0) {
    return <EmptyState icon="lock" title="Nobody has tried to sign in yet." />;
  }
  return (
    <PlainTable
      label="Newest attempts"
      columns={['When', 'Email', 'Result', 'Address', 'Browser']}
      rows={attempts.map(({ attemptedAt, email, success, ipAddress, userAgent }, key) => ({
        key,
        cells: [
          formatMoment(attemptedAt),
          email,
          success === 'true' ? 'Signed in' : 'Refused',
          ipAddress ?? 'Unknown',
          nameBrowser(userAgent),
        ],
      }))}
    />
  );
}
