import type { UserDetail } from '@sunloop/shared-types/ground/admin.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { formatDay } from '../../../lib/format-date.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { isActiveUser, roleLabel, type QuestionKind } from './user-acts.ts';
import { StatusBadge } from './status-badge.tsx';
import { RewardsTable, SessionsTable, SignInsTable } from './user-tables.tsx';
import './user-page.css';

type Props = {
  /** From the list, so that there is something to see before the rest is loaded. */
  user: User | undefined;
  detail: ReadingOf<UserDetail>;
  /** Nobody can erase themselves here. */
  isOwn: boolean;
  onAsk: (kind: QuestionKind) => void;
  onSave: () => void;
  onBack: () => void;
  /** The user's referrals. */
  children: ReactNode;
};

/** Everything about one user: profile, referrals, rewards, sessions and sign-ins. */
export function UserPage({ user, detail, isOwn, onAsk, onSave, onBack, children }: Props) {
  return (
    <div className="stack user-page">
      <div>
        <Button variant="bare" onPress={onBack}>
          ← All users
        </Button>
      </div>
      {user && <UserHead key={user.id} {...{ user, isOwn, onAsk, onSave }} />}
      {detail.kind === 'ready' && <Stats {...detail.data.stats} />}
      {children}
      <Reading of={detail} what="The account" lines={4}>
        {(known) => <Details {...known} isOwn={isOwn} onAsk={onAsk} />}
      </Reading>
    </div>
  );
}

type DetailsProps = UserDetail & Pick<Props, 'isOwn' | 'onAsk'>;

function Details({ user, sessions, signIns, rewards, secondFactor, ...acts }: DetailsProps) {
  const end = (
    <Button variant="danger" size="sm" onPress={() => acts.onAsk('sessions')}>
      End all sessions
    </Button>
  );
  return (
    <>
      <div className="stack user-page-cards">
        <div className="stack">
          <ProfileCard user={user} />
          {secondFactor && <SecondFactorCard {...secondFactor} {...acts} />}
        </div>
        <Card title="Sessions" action={sessions.length > 0 && end}>
          <SessionsTable sessions={sessions} />
        </Card>
      </div>
      <Card title="Rewards">
        <RewardsTable rewards={rewards} />
      </Card>
      <Card title="Sign-ins">
        <SignInsTable signIns={signIns} />
      </Card>
    </>
  );
}

type HeadProps = Pick<Props, 'isOwn' | 'onAsk' | 'onSave'> & { user: User };

function UserHead({ user, ...acts }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="user-head">
      <div className="row">
        <h2 ref={heading} tabIndex={-1}>
          {user.username}
        </h2>
        <Badge tone={user.role === 'admin' ? 'info' : 'plain'}>{roleLabel(user)}</Badge>
        <StatusBadge user={user} />
        {user.mayTake && <Badge tone="info">Takes for others</Badge>}
      </div>
      {user.erasedAt === undefined ? (
        <HeadActs user={user} {...acts} />
      ) : (
        <p className="muted">
          Erased on {formatDay(user.erasedAt)}. The remaining data names nobody.
        </p>
      )}
    </header>
  );
}

function HeadActs({ user, isOwn, onAsk, onSave }: HeadProps) {
  const isActive = isActiveUser(user);
  return (
    <div className="row">
      <Button variant="quiet" size="sm" icon="edit" onPress={() => onAsk('edit')}>
        Edit
      </Button>
      <Button variant="quiet" size="sm" icon="lock" onPress={() => onAsk('reset')}>
        Reset Password
      </Button>
      <Button variant="quiet" size="sm" icon="shield" onPress={() => onAsk('role')}>
        {user.role === 'admin' ? 'Make a customer' : 'Make an admin'}
      </Button>
      {user.role === 'customer' && (
        <Button variant="quiet" size="sm" icon="people" onPress={() => onAsk('taking')}>
          {user.mayTake ? 'Take for others no more' : 'Let take for others'}
        </Button>
      )}
      <Button variant={isActive ? 'danger' : 'quiet'} size="sm" onPress={() => onAsk('activity')}>
        {isActive ? 'Make inactive' : 'Make active'}
      </Button>
      <Button variant="quiet" size="sm" icon="device" onPress={onSave}>
        Export
      </Button>
      {!isOwn && (
        <Button variant="danger" size="sm" icon="trash" onPress={() => onAsk('erase')}>
          Erase
        </Button>
      )}
    </div>
  );
}

function Stats(stats: UserDetail['stats']) {
  return (
    <dl className="stat-grid" data-count="4">
      <StatCard
        title="Total Referrals"
        value={stats.totalReferrals.toLocaleString('en-US')}
        icon="people"
      />
      <StatCard
        title="Successful"
        value={stats.successfulReferrals.toLocaleString('en-US')}
        icon="check"
        tone="good"
      />
      <StatCard
        title="Pending"
        value={stats.pendingReferrals.toLocaleString('en-US')}
        icon="clock"
        tone="info"
      />
      <StatCard title="Rewards Earned" value={stats.rewardsEarned} icon="gift" tone="wait" />
    </dl>
  );
}

type FactorProps = NonNullable<UserDetail['secondFactor']> & Pick<Props, 'isOwn' | 'onAsk'>;

function SecondFactorCard({ passkeys, hasCodes, isOwn, onAsk }: FactorProps) {
  const hasAny = passkeys > 0 || hasCodes;
  return (
    <Card
      title="Second factor"
      action={
        hasAny &&
        !isOwn && (
          <Button variant="danger" size="sm" onPress={() => onAsk('factor')}>
            Reset second factor
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ['Passkeys', formatNumber(passkeys)],
          ['Codes of an app', hasCodes ? 'On' : 'Off'],
        ]}
      />
    </Card>
  );
}

function ProfileCard({ user }: { user: User }) {
  return (
    <Card title="Profile">
      <Facts
        facts={[
          ['Email', user.email],
          ['Phone', user.phone ?? 'None'],
          ['Address', user.address ?? 'None'],
          ['Referral code', user.referralCode ?? 'None'],
          ['Registration Date', formatDay(user.createdAt)],
        ]}
      />
    </Card>
  );
}
