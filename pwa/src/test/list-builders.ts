import type { PushRow } from '@sunloop/shared-types';
import type { OutboxEntry } from '../data/user-db.ts';

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
