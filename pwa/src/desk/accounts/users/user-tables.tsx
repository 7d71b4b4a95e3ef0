import type { UserSession } from '@sunloop/shared-types/accounts/session.ts';
import type { LoginAttempt } from '@sunloop/shared-types/ground/admin.ts';
import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import type { RewardHistoryItem } from '@sunloop/shared-types/program/reward.ts';
import { type Referral, referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { useMemo } from 'react';
import { formatDay, formatMoment } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { DeskColumn } from '../../../ui/desk/sort.ts';
import { DeskTable } from '../../../ui/desk/table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { toneOf } from '../../../ui/status-tone.ts';

const moment = (time: string | null) => (time === null ? 'Unknown' : formatMoment(time));

/** The sessions that are open now. */
export function SessionsTable({ sessions }: { sessions: readonly UserSession[] }) {
  if (sessions.length === 0) return <EmptyState icon="lock" title="Not signed in anywhere." />;
  return (
    <PlainTable
      label="Open sessions"
      columns={['Device', 'From', 'Started', 'Last used', 'Ends']}
      rows={sessions.map(({ id, device, place, startedAt, lastUsedAt, expiresAt, isCurrent }) => ({
        key: id,
        cells: [
          isCurrent ? `${device} (this one)` : device,
          place ?? 'Unknown',
          startedAt === null ? 'Unknown' : formatDay(startedAt),
          moment(lastUsedAt),
          formatDay(expiresAt),
        ],
      }))}
    />
  );
}

/** The newest attempts to sign in, successful and failed. */
export function SignInsTable({ signIns }: { signIns: readonly LoginAttempt[] }) {
  if (signIns.length === 0) return <EmptyState icon="lock" title="No sign-ins yet." />;
  return (
    <PlainTable
      label="Newest sign-ins"
      columns={['When', 'Result', 'Address', 'Browser']}
      rows={signIns.map(({ attemptedAt, success, ipAddress, userAgent }, key) => ({
        key,
        cells: [
          moment(attemptedAt),
          success === 'true' ? 'Signed in' : 'Refused',
          ipAddress ?? 'Unknown',
          nameBrowser(userAgent),
        ],
      }))}
    />
  );
}

/** The ledger, including reversals. */
export function RewardsTable({ rewards }: { rewards: readonly RewardHistoryItem[] }) {
  if (rewards.length === 0) return <EmptyState icon="gift" title="No rewards yet." />;
  return (
    <PlainTable
      label="Ledger"
      columns={['Date', 'Reward', 'Description']}
      rows={rewards.map(({ id, date, amount, description }) => ({
        key: id,
        cells: [formatDay(date), writeMoney(amount), description],
      }))}
    />
  );
}

type ReferralsProps = {
  referrals: readonly Referral[];
  /** Opens a referral. */
  onOpen: (referral: Referral) => void;
};

/** The user's referrals, newest first. */
export function ReferralsTable({ referrals, onOpen }: ReferralsProps) {
  const columns = useMemo(() => referralColumns(onOpen), [onOpen]);
  const empty = <EmptyState icon="people" title="No referrals yet." />;
  return <DeskTable label="Newest referrals" columns={columns} rows={referrals} empty={empty} />;
}

function referralColumns(onOpen: ReferralsProps['onOpen']): readonly DeskColumn<Referral>[] {
  return [
    {
      id: 'name',
      label: 'Referred Person',
      cell: (referral) => (
        <Button variant="bare" size="sm" onPress={() => onOpen(referral)}>
          {referral.name}
        </Button>
      ),
    },
    { id: 'email', label: 'Email', cell: ({ email }) => email },
    {
      id: 'status',
      label: 'Status',
      cell: ({ status }) => <Badge tone={toneOf(status)}>{referralStatusLabel(status)}</Badge>,
    },
    {
      id: 'reward',
      label: 'Reward',
      cell: ({ status, reward }) => (
        <span className={status === 'completed' ? undefined : 'muted'}>{writeMoney(reward)}</span>
      ),
    },
    { id: 'date', label: 'Date', cell: ({ date }) => formatDay(date) },
  ];
}
