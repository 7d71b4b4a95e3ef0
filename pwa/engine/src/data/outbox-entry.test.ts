import { expect, test } from 'vitest';
import { aReferral } from '../test/builders.ts';
import { decodeEntry, isFromNewerBuild, nextPart } from './outbox-entry.ts';
import { OUTBOX_KINDS } from './outbox-kinds.ts';

const row = { id: aReferral().id, name: 'A', email: 'not judged here' };
const entry = { key: 7, v: 1 as const, rows: [row], savedAt: 5, attempts: 0 };

test('an intact entry is read as it is, whatever the values in its rows', () => {
  expect(decodeEntry(entry)).toEqual({ key: 7, entry, damaged: [] });
});

test.each([{ savedAt: undefined }, { rows: 'x' }, { v: 'one' }, { v: 0 }, { rows: [] }])(
  'an entry that cannot be read or has nothing to send is damaged as a whole (%j)',
  (wrong) => {
    const stored = { ...entry, ...wrong };
    const damaged = [stored];
    expect(decodeEntry(stored as never)).toEqual({ key: 7, entry: undefined, damaged });
  },
);

test('unreadable rows are told apart from the others', () => {
  const decoded = decodeEntry({ ...entry, rows: [row, { id: 5 } as never, null as never] });
  expect(decoded.entry?.rows).toEqual([row]);
  expect(decoded.damaged).toEqual([{ id: 5 }, null]);
});

test('the numbers on disk are those they have always had', () => {
  const numbers = Object.entries(OUTBOX_KINDS).map(([name, { v }]) => [name, v]);
  expect(Object.fromEntries(numbers)).toEqual({
    own: 1,
    acts: 2,
    calls: 3,
    sealed: 4,
    onBehalf: 5,
  });
});

test('an entry of a newer build is not ours to judge', () => {
  for (const { v } of Object.values(OUTBOX_KINDS))
    expect(isFromNewerBuild({ ...entry, v } as never)).toBe(false);
  expect(isFromNewerBuild({ ...entry, v: 6 } as never)).toBe(true);
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
