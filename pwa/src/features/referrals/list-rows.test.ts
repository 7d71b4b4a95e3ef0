import { expect, test } from 'vitest';
import { aReferral } from '../../test/builders.ts';
import { anEntry, aRow } from '../../test/list-builders.ts';
import { listRows, mergeNewestFirst, replaceRows, statusBadge, toStored } from './list-rows.ts';

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

test('a status this build does not know shows as Pending', () => {
  expect(statusBadge('on_the_moon')).toEqual({ label: 'Pending', tone: 'plain' });
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

test('two sorted lists make one sorted list, whatever rows they hold', () => {
  const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
  const rows = listRows({
    ...EMPTY,
    stored: Array.from({ length: 20 }, (_, at) => aReferral({ createdAt: day((at * 7) % 12) })),
  });
  for (const every of [1, 2, 3, 5, 30]) {
    const some = rows.filter((_, at) => at % every === 0);
    const others = rows.filter((_, at) => at % every !== 0);
    expect(mergeNewestFirst(some, others)).toEqual(rows);
    expect(mergeNewestFirst(others, some)).toEqual(rows);
  }
});

test('changed rows take the places of those with the same ids, and nothing takes another place', () => {
  const stored = Array.from({ length: 20 }, (_, at) =>
    aReferral({ createdAt: `2026-01-${10 + (at % 7)}T00:00:00.000Z` }),
  );
  const rows = listRows({ ...EMPTY, stored });
  const changed = stored.map((row, at) => (at % 3 === 0 ? { ...row, name: 'Changed' } : row));
  const some = changed.filter((_, at) => at % 3 === 0).map(toStored);
  expect(replaceRows(rows, some)).toEqual(listRows({ ...EMPTY, stored: changed }));
  const [first] = stored;
  const elsewhere = toStored({ ...aReferral(first), createdAt: '2026-01-01T00:00:00.000Z' });
  expect(replaceRows(rows, [...some, elsewhere])).toBeUndefined();
  expect(replaceRows(rows, [toStored(aReferral())])).toBeUndefined();
});
