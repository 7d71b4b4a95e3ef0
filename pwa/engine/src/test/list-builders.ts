import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import type { OutboxEntry } from '../data/outbox-kinds.ts';
import type { UserDb } from '../data/user-db.ts';
import { pathOf } from '../sync/read/resource-table.ts';

const LONG_AGO = '2026-01-15T12:00:00.000Z';

/** A row on its way to the server. */
export function aRow(overrides: Partial<PushRow> = {}): PushRow {
  return {
    id: crypto.randomUUID(),
    name: 'Waiting Person',
    email: 'waiting@example.com',
    phone: '555 0100',
    address: null,
    date: LONG_AGO,
    ...overrides,
  };
}

/** A batch that waits in the outbox. */
export function anEntry(rows: PushRow[]): OutboxEntry {
  return { key: 1, v: 1, rows, savedAt: 1, attempts: 0 };
}

/** The ladder of somebody with seven completed referrals, where `$1,000` and then a battery come next. */
export function aLadder(overrides: Partial<Ladder> = {}): Ladder {
  const span = { cents: 0, tierName: null, description: null };
  return {
    spans: [
      { ...span, from: 1, to: 6, reward: '$500' },
      { ...span, from: 7, to: 9, reward: '$1,000' },
      { ...span, from: 10, to: null, reward: 'A battery' },
    ],
    highest: '$1,000',
    next: { ordinal: 8, reward: '$1,000' },
    free: [8],
    stops: [],
    whenPaid: '',
    ...overrides,
  };
}

/** Keeps a ladder as if the server had just told it. */
export async function keepLadder(db: UserDb, ladder: Ladder = aLadder()): Promise<void> {
  await db.resources.put({
    path: pathOf('ladder'),
    data: ladder,
    etag: null,
    fetchedAt: Date.now(),
  });
}
