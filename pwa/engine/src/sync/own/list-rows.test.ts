import { expect, test } from 'vitest';
import { aReferral } from '../../test/builders.ts';
import { anEntry, aRow } from '../../test/list-builders.ts';
import { listRows } from './list-rows.ts';

const EMPTY = { stored: [], entries: [], rejected: [] };

test('refused rows come first, then what waits, then what the server has, each newest first', () => {
  const rows = listRows({
    stored: [
      aReferral({ name: 'Old', createdAt: '2026-01-01T00:00:00.000Z' }),
      aReferral({ name: 'New', createdAt: '2026-02-01T00:00:00.000Z' }),
    ],
    entries: [anEntry([aRow({ name: 'Waiting' })])],
    rejected: [
      { id: 'r', row: aRow({ name: 'Refused' }), code: 'x', error: 'y', rejectedAt: 1, savedAt: 1 },
    ],
  });
  expect(rows.map((row) => row.name)).toEqual(['Refused', 'Waiting', 'New', 'Old']);
});

test('a row the server already has is not shown again as waiting', () => {
  const stored = aReferral();
  const entries = [anEntry([aRow({ id: stored.id }), aRow()])];
  const rows = listRows({ ...EMPTY, stored: [stored], entries });
  expect(rows.map((row) => row.kind)).toEqual(['waiting', 'stored']);
});

test('a row that was refused after the outbox was read is not shown as waiting, too', () => {
  const row = aRow();
  const refused = { id: row.id, row, code: 'x', error: 'y', rejectedAt: 1, savedAt: 1 };
  const rows = listRows({ ...EMPTY, entries: [anEntry([row])], rejected: [refused] });
  expect(rows.map(({ kind }) => kind)).toEqual(['rejected']);
});

test('a sent referral keeps the day it was taken, and its place is by when it was received', () => {
  const taken = '2026-01-05T10:00:00.000Z';
  const late = aReferral({ name: 'Late', date: taken, createdAt: '2026-02-02T00:00:00.000Z' });
  const other = aReferral({ name: 'Other', createdAt: '2026-02-01T00:00:00.000Z' });
  const waiting = listRows({ ...EMPTY, entries: [anEntry([aRow({ date: taken })])] });
  const rows = listRows({ ...EMPTY, stored: [other, late] });
  expect(waiting[0]?.date).toBe(taken);
  expect(rows.map(({ name, date }) => [name, date])).toEqual([
    ['Late', taken],
    ['Other', other.date],
  ]);
});
