import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { toPushRow } from './enqueue.ts';
import { noteInLog, type RowEvent } from './log-lines.ts';

const KEY = 7;
const [ada, bea, cid] = ['Ada', 'Bea', 'Cid'].map((name) =>
  toPushRow(aNewReferral({ id: name, name })),
) as [PushRow, PushRow, PushRow];
let db: UserDb;
let now = 0;

beforeEach(async () => {
  db = await anOpenDb();
  now = 0;
});

/** Each happens a millisecond after the one before. */
async function note(...events: Omit<RowEvent, 'key'>[]): Promise<void> {
  for (const event of events) await noteInLog(db, [{ key: KEY, ...event }], (now += 1));
}

const lines = async () =>
  (await db.log.toArray()).map(({ rowIds, reason, times }) => [rowIds.join(), reason, times]);

test('the same rows tried in vain for the same reason are one line that counts (rule 19)', async () => {
  const tried = { rows: [ada, bea], event: 'tried', reason: 'offline' } as const;
  await note(tried, tried, tried);
  expect(await db.log.toArray()).toMatchObject([
    { key: KEY, name: 'Ada', rowIds: ['Ada', 'Bea'], at: 1, lastAt: 3, times: 3 },
  ]);
});

test('another reason, another event and other rows are lines of their own (rule 19)', async () => {
  const tried = { event: 'tried', reason: 'offline' } as const;
  await note(
    { ...tried, rows: [ada, bea] },
    { ...tried, rows: [ada, bea], reason: 'timeout' },
    { ...tried, rows: [ada, bea] },
    { ...tried, rows: [ada] },
    { ...tried, rows: [ada, cid] },
    { ...tried, rows: [ada, bea] },
    { ...tried, rows: [ada, cid, bea] },
    { rows: [ada, cid, bea], event: 'refused', reason: 'offline' },
  );
  expect(await lines()).toEqual([
    ['Ada,Bea', 'offline', 1],
    ['Ada,Bea', 'timeout', 1],
    ['Ada,Bea', 'offline', 1],
    ['Ada', 'offline', 1],
    ['Ada,Cid', 'offline', 1],
    ['Ada,Bea', 'offline', 1],
    ['Ada,Cid,Bea', 'offline', 1],
    ['Ada,Cid,Bea', 'offline', 1],
  ]);
});

test('rows of an entry that were sent one after another add up to one line (rule 19)', async () => {
  await note({ rows: [ada], event: 'sent' }, { rows: [bea, cid], event: 'sent' });
  expect(await lines()).toEqual([['Ada,Bea,Cid', null, 2]]);
});

test('nothing is written about nobody, nor about somebody who has signed out (rules 14 and 19)', async () => {
  await note({ rows: [], event: 'sent' });
  await patchSyncState(db, { isOpen: false });
  await note({ rows: [ada], event: 'sent' });
  expect(await lines()).toEqual([]);
});
