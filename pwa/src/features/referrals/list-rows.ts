import {
  type Referral,
  type ReferralContent,
  referralContent,
  referralStatusLabel,
} from '@sunloop/shared-types';
import { ACTS_VERSION, type OutboxEntry, type RejectedRow } from '../../data/user-db.ts';
import { inSavedOrder } from '../../sync/waiting/saved-order.ts';
import type { Tone } from '../../ui/badge.tsx';
import { toneOf } from '../../ui/status-tone.ts';

/** One line of the person's own list, wherever its row lives. */
export type ListRow = ReferralContent & {
  id: string;
  /** When it was taken; ISO 8601. */
  date: string;
  /** What sorts it in the list: when the server received it, otherwise when it was taken; ISO 8601. */
  placedAt: string;
} & (
    | { kind: 'stored'; referral: Referral }
    | { kind: 'waiting' }
    | { kind: 'rejected'; rejected: RejectedRow }
  );

/** A person's referrals as the device holds them. */
export type OwnReferrals = { stored: Referral[]; entries: OutboxEntry[]; rejected: RejectedRow[] };

/**
 * Times have one format and ids are in lower case, so comparing code units suffices; `localeCompare` takes ten times as
 * long.
 */
export function newestFirst(a: ListRow, b: ListRow): number {
  return laterFirst(a, b) || (a.id < b.id ? 1 : -1);
}

function laterFirst(a: ListRow, b: ListRow): number {
  if (a.placedAt === b.placedAt) return 0;
  return a.placedAt < b.placedAt ? 1 : -1;
}

/** The waiting rows of an entry; the next drain parks one that is too damaged to have rows. */
export function toWaiting({ v, rows, savedAt }: OutboxEntry): ListRow[] {
  if (v === ACTS_VERSION) return [];
  return (rows ?? []).map((row): ListRow => {
    const taken = row.date ?? new Date(savedAt).toISOString();
    const at = { date: taken, placedAt: taken };
    return { kind: 'waiting', id: row.id, ...referralContent(row), ...at };
  });
}

/** Refused rows, which keep the order of the file they came from. */
export function toRefused(rejected: readonly RejectedRow[]): ListRow[] {
  return inSavedOrder(rejected).map(toRejected).toSorted(laterFirst);
}

const UNREADABLE = { name: 'Unreadable entry', email: '' };

function toRejected(rejected: RejectedRow): ListRow {
  const { id, row, savedAt } = rejected;
  const taken = row?.date ?? new Date(savedAt).toISOString();
  return {
    kind: 'rejected',
    id,
    ...referralContent(row ?? UNREADABLE),
    date: taken,
    placedAt: taken,
    rejected,
  };
}

export function toStored(referral: Referral): ListRow {
  const { id, date, createdAt: placedAt } = referral;
  return { kind: 'stored', id, ...referralContent(referral), date, placedAt, referral };
}

type Parts = {
  refused: ListRow[];
  waiting: ListRow[];
  /** Already newest first. */
  onServer: readonly ListRow[];
  isOnServer: (id: string) => boolean;
};

/**
 * One list of what needs the person, what waits, and what the server has, each newest first. A row the server already
 * has is not shown as waiting, although its entry may still be in the outbox.
 */
export function joinRows({ refused, waiting, onServer, isOnServer }: Parts): ListRow[] {
  const unsent = waiting.filter(({ id }) => !isOnServer(id)).toSorted(laterFirst);
  return [...refused, ...unsent, ...onServer];
}

/** Merges two lists that are each newest first; sorting 200,000 rows already in order takes 40 ms. */
export function mergeNewestFirst(some: readonly ListRow[], others: readonly ListRow[]): ListRow[] {
  const merged: ListRow[] = [];
  let at = 0;
  for (const row of some) {
    for (let other = others[at]; other && newestFirst(other, row) < 0; other = others[at]) {
      merged.push(other);
      at += 1;
    }
    merged.push(row);
  }
  return merged.concat(others.slice(at));
}

/** As `joinRows`, for what the device holds. */
export function listRows({ stored, entries, rejected }: OwnReferrals): ListRow[] {
  const known = new Set(stored.map(({ id }) => id));
  return joinRows({
    refused: toRefused(rejected),
    waiting: entries.flatMap(toWaiting),
    onServer: stored.map(toStored).toSorted(newestFirst),
    isOnServer: (id) => known.has(id),
  });
}

/** Label and tone of a stored status; unknown ones read 'Pending' (SPEC §4). */
export function statusBadge(status: string): { label: string; tone: Tone } {
  return { label: referralStatusLabel(status), tone: toneOf(status) };
}
