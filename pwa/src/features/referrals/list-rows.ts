import { referralStatusLabel, type PushRow, type Referral } from '@sunloop/shared-types';
import { ACTS_VERSION, type OutboxEntry, type RejectedRow } from '../../data/user-db.ts';
import { inSavedOrder } from '../../sync/saved-order.ts';
import type { Tone } from '../../ui/badge.tsx';
import { toneOf } from '../../ui/status-tone.ts';

/** One line of the person's own list, wherever its row lives. */
export type ListRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  /** When it was taken or, once the server has it, received; ISO 8601. */
  date: string;
} & (
  | { kind: 'stored'; referral: Referral }
  | { kind: 'waiting' }
  | { kind: 'rejected'; rejected: RejectedRow }
);

/** What the device holds of a person's referrals. */
export type OwnReferrals = { stored: Referral[]; entries: OutboxEntry[]; rejected: RejectedRow[] };

/** Instants of one form and ids in lower case, so code units do; `localeCompare` takes ten times as long. */
function newestFirst(a: ListRow, b: ListRow): number {
  return laterFirst(a, b) || (a.id < b.id ? 1 : -1);
}

function laterFirst(a: ListRow, b: ListRow): number {
  if (a.date === b.date) return 0;
  return a.date < b.date ? 1 : -1;
}

function toWaiting({ id, name, email, phone, date }: PushRow, savedAt: number): ListRow {
  const taken = date ?? new Date(savedAt).toISOString();
  return { kind: 'waiting', id, name, email, phone: phone ?? null, date: taken };
}

function toRejected(rejected: RejectedRow): ListRow {
  const { id, row, savedAt } = rejected;
  return {
    kind: 'rejected',
    id,
    name: row?.name ?? 'Unreadable entry',
    email: row?.email ?? '',
    phone: row?.phone ?? null,
    date: row?.date ?? new Date(savedAt).toISOString(),
    rejected,
  };
}

/**
 * One list of what needs the person, what waits, and what the server has, each newest first. A row
 * the server has already is not shown as waiting, though its entry may still stand in the outbox.
 */
export function listRows({ stored, entries, rejected }: OwnReferrals): ListRow[] {
  const known = new Set(stored.map((referral) => referral.id));
  const waiting = entries
    .filter(({ v }) => v !== ACTS_VERSION)
    // An entry too damaged to have rows is parked among the rejected by the next drain.
    .flatMap(({ rows, savedAt }) => (rows ?? []).map((row) => toWaiting(row, savedAt)))
    .filter((row) => !known.has(row.id));
  const onServer = stored.map((referral): ListRow => {
    const { id, name, email, phone, createdAt } = referral;
    return { kind: 'stored', id, name, email, phone, date: createdAt, referral };
  });
  // Rows of one file keep its order.
  const refused = inSavedOrder(rejected).map(toRejected);
  return [
    ...refused.toSorted(laterFirst),
    ...waiting.toSorted(laterFirst),
    ...onServer.toSorted(newestFirst),
  ];
}

/** How a stored status looks; unknown ones read 'Pending' (SPEC §4). */
export function statusBadge(status: string): { label: string; tone: Tone } {
  return { label: referralStatusLabel(status), tone: toneOf(status) };
}
