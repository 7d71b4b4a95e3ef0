import {
  type ReferralContent,
  referralContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import {
  REFERRAL_STATUSES,
  type Referral,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { isOf, type OutboxEntry } from '../../data/outbox-kinds.ts';
import type { RejectedRow } from '../../data/user-db.ts';
import { inSavedOrder } from '../../data/saved-order.ts';

/** What a list can be narrowed to: by SPEC §2 each status, and what is not on the server. */
export type RowFilter = 'rejected' | 'waiting' | ReferralStatus;

/** One line of the person's own list, wherever its row lives. */
export type ListRow = ReferralContent & {
  id: string;
  /** When it was taken; ISO 8601. */
  date: string;
  /** What sorts it in the list: when the server received it, otherwise when it was taken; ISO 8601. */
  placedAt: string;
  /** What shows it beside 'all'; a status this build does not know belongs only to 'all'. */
  filter: RowFilter | undefined;
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
export function toWaiting(entry: OutboxEntry): ListRow[] {
  if (!isOf(entry, 'own')) return [];
  const { rows, savedAt } = entry;
  return (rows ?? []).map((row): ListRow => {
    const taken = row.date ?? new Date(savedAt).toISOString();
    const at = { date: taken, placedAt: taken };
    return { kind: 'waiting', filter: 'waiting', id: row.id, ...referralContent(row), ...at };
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
    filter: 'rejected',
    id,
    ...referralContent(row ?? UNREADABLE),
    date: taken,
    placedAt: taken,
    rejected,
  };
}

/** One string for all rows of a status: counting 20,000 strings read from the device takes 10 ms. */
const STATUS_FILTERS = new Map<string, RowFilter>(
  REFERRAL_STATUSES.map((status) => [status, status]),
);

export function toStored(referral: Referral): ListRow {
  const { id, date, createdAt: placedAt, status } = referral;
  const filter = STATUS_FILTERS.get(status);
  return { kind: 'stored', filter, id, ...referralContent(referral), date, placedAt, referral };
}

type Parts = {
  refused: ListRow[];
  waiting: readonly ListRow[];
  /** Already newest first. */
  onServer: readonly ListRow[];
};

/**
 * One list of what needs the person, what waits, and what the server has, each newest first. A row that is refused or that the
 * server already has is not shown as waiting, although its entry may still have been in the outbox when that was read.
 */
export function joinRows({ refused, waiting, onServer }: Parts): readonly ListRow[] {
  const unsent = new Map(waiting.map((row) => [row.id, row]));
  for (const rows of unsent.size > 0 ? [refused, onServer] : []) {
    for (const { id } of rows) unsent.delete(id);
  }
  return [...refused, ...[...unsent.values()].toSorted(laterFirst), ...onServer];
}

/** As `joinRows`, for what the device holds. */
export function listRows({ stored, entries, rejected }: OwnReferrals): readonly ListRow[] {
  return joinRows({
    refused: toRefused(rejected),
    waiting: entries.flatMap(toWaiting),
    onServer: stored.map(toStored).toSorted(newestFirst),
  });
}
