import { expect, test } from 'vitest';
import { aReferral } from '@sunloop/engine/test/builders.ts';
import { anEntry, aRow } from '@sunloop/engine/test/list-builders.ts';
import { listRows, type ListRow } from '@sunloop/engine/rows.ts';
import { historyOf } from './referral-history.ts';

const at = (minute: number) => Date.parse('2026-03-01T10:00:00.000Z') + minute * 60_000;
const iso = (minute: number) => new Date(at(minute)).toISOString();
const titles = (row: ListRow, known: Parameters<typeof historyOf>[1]) =>
  historyOf(row, known).map(({ title, detail }) => [title, detail]);

test('a referral lists its tries, its receipt, its status and its reward in order', () => {
  const referral = aReferral({
    date: iso(0),
    createdAt: iso(9),
    updatedAt: iso(20),
    status: 'completed',
  });
  const [row] = listRows({ stored: [referral], entries: [], rejected: [] });
  const line = { key: 1, rowIds: [referral.id], name: 'x', at: at(1), lastAt: at(5) };
  const log = [
    { ...line, id: 1, event: 'tried' as const, reason: 'offline', times: 3 },
    { ...line, id: 2, event: 'sent' as const, reason: null, at: at(9), lastAt: at(9), times: 1 },
  ];
  const reward = {
    id: 'r',
    userId: 'u',
    amount: '$300',
    description: 'Cash',
    createdAt: iso(21),
    paidAt: null,
  };
  const rewards = [
    { ...reward, referralId: referral.id, date: iso(21) },
    { ...reward, id: 'other', referralId: 'another', date: iso(2) },
  ];
  const notes = [{ id: 'n', note: 'They like the sun', calledAt: iso(15) }];
  expect(titles(row as ListRow, { log, notes, rewards })).toEqual([
    ['You added it', undefined],
    ['Could not be sent yet', 'There was no connection. Tried 3 times.'],
    ['Submitted', undefined],
    ['Note from us', 'They like the sun'],
    ['Completed', undefined],
    ['$300', 'Cash'],
  ]);
});

test('waiting and refused rows say why', () => {
  const waiting = aRow({ date: iso(0) });
  const rejected = {
    id: 'r',
    row: aRow({ date: iso(0) }),
    code: 'duplicate_referral',
    error: 'You have already referred this person',
    rejectedAt: at(3),
    savedAt: at(0),
  };
  const rows = listRows({ stored: [], entries: [anEntry([waiting])], rejected: [rejected] });
  const line = { id: 1, key: 1, rowIds: [], name: 'x', at: at(1), lastAt: at(1), times: 1 };
  const log = [
    { ...line, event: 'refused' as const, reason: 'duplicate_referral' },
    { ...line, event: 'tried' as const, reason: 'of a newer build' },
  ];
  expect(titles(rows[0] as ListRow, { log: log.slice(0, 1), notes: [], rewards: [] })).toEqual([
    ['You added it', undefined],
    ['Needs a fix', 'You have already referred this person'],
  ]);
  expect(titles(rows[1] as ListRow, { log: log.slice(1), notes: [], rewards: [] })).toEqual([
    ['You added it', undefined],
    ['Could not be sent yet', undefined],
  ]);
});
