import { referralStatusLabel, type Referral, type RewardHistoryItem } from '@sunloop/shared-types';
import { formatMoment } from '../../lib/format-date.ts';
import type { TimelineEvent } from '../../ui/timeline.tsx';
import { statusBadge, type ListRow } from './list-rows.ts';

/** What the device knows beside the row itself. */
export type Known = { rewards: readonly RewardHistoryItem[] };

type Happening = Omit<TimelineEvent, 'when'> & { at: number };

/** Status changes within this time of the receipt are the receipt itself. */
const SAME_MOMENT_MS = 1000;

/** What happened to a referral, oldest first, from what device and server know. */
export function historyOf(row: ListRow, known: Known): TimelineEvent[] {
  return happeningsOf(row, known)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...event }) => ({ ...event, when: formatMoment(at) }));
}

function happeningsOf(row: ListRow, { rewards }: Known): Happening[] {
  switch (row.kind) {
    case 'waiting':
      return [taken(row.date), { ...WAITING, at: Date.parse(row.date) }];
    case 'rejected': {
      const { rejectedAt, error } = row.rejected;
      return [taken(row.date), { ...REFUSED, at: rejectedAt, detail: error }];
    }
    case 'stored':
      return [
        taken(row.referral.date),
        { ...RECEIVED, at: Date.parse(row.referral.createdAt) },
        ...changesOf(row.referral),
        ...rewards.filter(({ referralId }) => referralId === row.id).map(rewarded),
      ];
  }
}

const WAITING = { key: 'waiting', icon: 'clock', tone: 'wait', title: 'Waiting to send' } as const;
const REFUSED = { key: 'refused', icon: 'alert', tone: 'bad', title: 'Not accepted' } as const;
const RECEIVED = { key: 'received', icon: 'check', tone: 'plain', title: 'Submitted' } as const;

function taken(date: string): Happening {
  return { key: 'taken', icon: 'edit', tone: 'plain', title: 'You added it', at: Date.parse(date) };
}

/** The server keeps when it last changed, not every step before. */
function changesOf({ status, createdAt, updatedAt }: Referral): Happening[] {
  const at = Date.parse(updatedAt);
  if (status === 'submitted' || at - Date.parse(createdAt) < SAME_MOMENT_MS) return [];
  const { tone } = statusBadge(status);
  return [{ key: 'status', icon: 'sync', tone, title: referralStatusLabel(status), at }];
}

function rewarded({ id, amount, description, date }: RewardHistoryItem): Happening {
  const detail = description ?? undefined;
  return { key: id, icon: 'gift', tone: 'good', title: amount, detail, at: Date.parse(date) };
}
