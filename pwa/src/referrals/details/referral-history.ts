import type { RewardHistoryItem } from '@sunloop/shared-types/program/reward.ts';
import { referralStatusLabel, type Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { SharedNote } from '@sunloop/shared-types/referrals/shared-note.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import type { LogLine, RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { reasonWords } from '@sunloop/engine/waiting.ts';
import type { TimelineEvent } from '../../ui/timeline.tsx';
import type { ListRow } from '@sunloop/engine/rows.ts';
import { statusBadge } from '../list/status-badge.ts';
import { LOG_LOOKS } from '../../ui/log-looks.ts';

/** What the device knows besides the row itself: its log, the office's notes, and what was paid. */
export type HistorySources = {
  log: readonly LogLine[];
  notes: readonly SharedNote[];
  rewards: readonly RewardHistoryItem[];
};

type TimedEvent = Omit<TimelineEvent, 'when'> & { at: number };

/** A change this soon after the receipt is the receipt itself. Milliseconds. */
const SAME_MOMENT_MS = 1000;

/** What happened to a referral, oldest first, from what device and server know. */
export function historyOf(row: ListRow, { log, notes, rewards }: HistorySources): TimelineEvent[] {
  const paid = rewards.filter(({ referralId }) => referralId === row.id);
  return [...happeningsOf(row), ...wayOf(row, log), ...notes.map(noted), ...paid.flatMap(rewarded)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...event }) => ({ ...event, when: formatMoment(at) }));
}

function happeningsOf(row: ListRow): TimedEvent[] {
  switch (row.kind) {
    case 'waiting':
      return [taken(row.date)];
    case 'rejected':
      return [taken(row.date), refused(row.rejected)];
    case 'stored': {
      const { date, createdAt } = row.referral;
      const at = Date.parse(createdAt);
      const received = {
        key: 'received',
        icon: 'check',
        tone: 'plain',
        title: 'Submitted',
      } as const;
      return [taken(date), { ...received, at }, ...changesOf(row.referral)];
    }
  }
}

function taken(date: string): TimedEvent {
  return { key: 'taken', icon: 'plus', tone: 'plain', title: 'You added it', at: Date.parse(date) };
}

/** The row says more about its refusal than the log. */
function refused({ rejectedAt, error }: RejectedRow): TimedEvent {
  const { icon, tone, title } = LOG_LOOKS.refused;
  return { key: 'refused', icon, tone, title, detail: error, at: rejectedAt };
}

/** The server stores only the last change, not every step before. */
function changesOf({ status, createdAt, updatedAt }: Referral): TimedEvent[] {
  const at = Date.parse(updatedAt);
  if (status === 'submitted' || at - Date.parse(createdAt) < SAME_MOMENT_MS) return [];
  const { tone } = statusBadge(status);
  return [{ key: 'status', icon: 'sync', tone, title: referralStatusLabel(status), at }];
}

/** The log without what the row itself shows: for a person, sent and received are the same, and so is a refusal. */
function wayOf(row: ListRow, log: readonly LogLine[]): TimedEvent[] {
  const told = new Set(row.kind === 'stored' ? ['sent'] : ['refused']);
  return log
    .filter(({ event }) => !told.has(event))
    .map((line) => ({
      ...LOG_LOOKS[line.event],
      key: `log-${line.id}`,
      detail: logDetail(line),
      at: line.lastAt,
    }));
}

/** What the office wrote for the referrer after a call. */
function noted({ id, note, calledAt }: SharedNote): TimedEvent {
  const look = { icon: 'phone', tone: 'info', title: 'Note from us' } as const;
  return { ...look, key: id, detail: note, at: Date.parse(calledAt) };
}

/** The events of a reward: earned, and paid if it was. */
function rewarded({ id, amount, description, date, paidAt }: RewardHistoryItem): TimedEvent[] {
  const look = { icon: 'gift', tone: 'good' } as const;
  const title = writeMoney(amount);
  const earned = { ...look, key: id, title, detail: description, at: Date.parse(date) };
  if (!paidAt) return [earned];
  return [earned, { ...look, key: `${id}-paid`, title: `Paid: ${title}`, at: Date.parse(paidAt) }];
}

/** The reason in words, and how often it happened. */
function logDetail({ reason, times }: LogLine): string | undefined {
  const often = times > 1 ? `Tried ${times} times.` : undefined;
  return [reasonWords(reason), often].filter(Boolean).join(' ') || undefined;
}
