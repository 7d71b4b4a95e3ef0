import { expect, test } from 'vitest';
import { aReferral } from '../test/builders.ts';
import { decodeEntry, isFromNewerBuild, nextPart } from './outbox-entry.ts';

const row = { id: aReferral().id, name: 'A', email: 'not judged here' };
const entry = { key: 7, v: 1 as const, rows: [row], savedAt: 5, attempts: 0 };

test('an intact entry is read as it is, whatever the values in its rows', () => {
  expect(decodeEntry(entry)).toEqual({ entry, damaged: [] });
});

test.each([null, 'text', {}, { ...entry, rows: 'x' }, { ...entry, v: 'one' }])(
  'garbage is unreadable (%j)',
  (stored) => {
    expect(decodeEntry(stored)).toBeUndefined();
  },
);

test('unreadable rows are told apart from the others', () => {
  const decoded = decodeEntry({ ...entry, rows: [row, { id: 5 }, null] });
  expect(decoded?.entry.rows).toEqual([row]);
  expect(decoded?.damaged).toEqual([{ id: 5 }, null]);
});

test('an older entry is upgraded step by step, and one whose step fails is unreadable', () => {
  const steps = {
    [-1]: (old: object) => ({ ...old, v: 0, attempts: 0 }),
    0: (old: object) => ({ ...old, v: 1, savedAt: 5 }),
  };
  expect(decodeEntry({ key: 7, v: -1, rows: [row] }, steps)?.entry).toEqual(entry);
  const failing = () => {
    throw new Error('unexpected shape');
  };
  expect(decodeEntry({ ...entry, v: 0 }, { 0: failing })).toBeUndefined();
});

test('an entry of a newer build is not ours to judge', () => {
  expect(isFromNewerBuild({ ...entry, v: 6 })).toBe(true);
  expect(isFromNewerBuild({ ...entry, v: 5 })).toBe(false);
  expect(isFromNewerBuild({ ...entry, v: 4 })).toBe(false);
  expect(isFromNewerBuild({ ...entry, v: 3 })).toBe(false);
  expect(isFromNewerBuild({ ...entry, v: 2 })).toBe(false);
  expect(isFromNewerBuild(entry)).toBe(false);
  expect(isFromNewerBuild(undefined)).toBe(false);
});

test('acts waiting in one large entry of an older build are sent in batches of 100', () => {
  const act = { act: 'delete', id: row.id, expected: 'submitted' } as const;
  const rows = Array.from({ length: 500 }, () => ({ ...row, who: '', act }));
  const acts = { ...entry, rows, v: 2 } as const;
  expect(nextPart(acts, 500).rows).toHaveLength(100);
  expect(nextPart({ ...acts, chunk: 400 }, 500).rows).toHaveLength(100);
  expect(nextPart({ ...acts, v: 1 }, 500).rows).toHaveLength(500);
});

test('a halved entry sends its first rows only', () => {
  const rows = [row, { ...row }, { ...row }];
  expect(nextPart({ ...entry, rows, chunk: 2 }, 500).rows).toHaveLength(2);
  expect(nextPart({ ...entry, rows }, 500).rows).toHaveLength(3);
});
