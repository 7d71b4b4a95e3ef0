import { expect, test } from 'vitest';
import { noteSyncState } from '../../data/sync-state.ts';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import type { RejectedRow } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb, aReferral } from '../../test/builders.ts';
import { receiptPath } from '../../data/kept-receipts.ts';
import { receiptSigner } from '../../test/receipts.ts';
import { enqueue, toPushRow } from './enqueue.ts';
import { exportWaiting } from './unsent-file.ts';

const TAKEN = '2026-05-04T03:02:01.000Z';

function aRejected(overrides: Partial<RejectedRow> = {}): RejectedRow {
  const row = toPushRow(aNewReferral({ name: 'B', date: TAKEN }));
  const times = { savedAt: 5, rejectedAt: 6 };
  return { id: row.id, row, code: 'invalid', error: 'Name is too short', ...times, ...overrides };
}

test('everything unsent can be saved as a file, including refused and damaged rows', async () => {
  const db = await anOpenDb();
  const waiting = { name: 'Ada', email: 'ada@example.com', phone: '+1 5', date: TAKEN };
  await enqueue(db, [waiting]);
  await db.rejected.bulkPut([
    aRejected({ id: '1', row: { id: '1', name: 'B', email: 'b@example.com' } }),
    aRejected({ id: '2', row: null, code: 'damaged', raw: '{"half":1' }),
  ]);
  const [head, ...lines] = (await exportWaiting(db)).split('\r\n');
  // Any further fields of a referral come between these, and are empty here.
  expect(head).toMatch(
    /^\uFEFFname,email,phone,address,(?:\w+,)*date,on behalf of,state,reason,owner,id,number,record,account$/,
  );
  // How a line can be read back is another test's matter: here it ends with whose it is.
  const own = `,${db.userId},`;
  const seen = lines.map((line) => line.split(own)[0]?.replaceAll(/,+/g, ','));
  expect(seen).toEqual([
    `Ada,ada@example.com,'+1 5,${TAKEN},waiting,`,
    'B,b@example.com,refused,Name is too short',
    ',refused,"{""half"":1"',
    '',
  ]);
  const [id] = (await db.outbox.toArray()).flatMap(({ rows }) => rows.map((row) => row.id));
  expect(lines[0]?.split(own)[1]).toBe(`${id},1 of 3,{},`);
  const [columns, commas] = [head?.split(','), lines[2]?.match(/^,+(?=refused)/)?.[0]];
  expect(columns?.indexOf('state')).toBe(commas?.length);
});

test('while the server does not know the session, what was sent is in the file, too (rule 38)', async () => {
  const db = await anOpenDb();
  await db.referrals.add(aReferral({ name: 'Ada', email: 'ada@example.com' }));
  const states = async () => (await exportWaiting(db)).match(/(?<=,)sent(?=,)/g) ?? [];
  expect(await states()).toEqual([]);
  await noteSyncState(db, { blocked: 'sign-in' });
  expect(await states()).toEqual(['sent']);
});

test('of a friend who was forgotten there is nothing to bring back (rule 38)', async () => {
  const db = await anOpenDb();
  await db.referrals.add(aReferral({ name: 'Forgotten person', email: '' }));
  await noteSyncState(db, { blocked: 'sign-in' });
  expect(await exportWaiting(db)).not.toContain('Forgotten');
});

test('what was sent is in the file with its receipt, if that is here', async () => {
  const db = await anOpenDb();
  const [ada, bob] = [aReferral({ name: 'Ada' }), aReferral({ name: 'Bob' })];
  await db.referrals.bulkAdd([ada, bob]);
  const { key, receiptOf } = receiptSigner();
  const kept = { path: receiptPath(ada.id), data: { text: receiptOf(ada), key } };
  await db.resources.put({ ...kept, etag: null, fetchedAt: 1 });
  await noteSyncState(db, { blocked: 'sign-in' });
  const [head, ...lines] = (await exportWaiting(db)).split('\r\n');
  expect(head).toMatch(/,state,reason,owner,id,number,record,account,receipt$/);
  const sent = lines.filter((line) => line.includes(',sent,,'));
  expect(sent.map((line) => line.split(',').at(-1)).toSorted()).toEqual(['', receiptOf(ada)]);
});

test('an admin’s acts are told as such, so that nobody is referred by uploading the file', async () => {
  const db = await anOpenDb();
  const row = toPushRow(aNewReferral({ name: 'Completed for Ada', email: 'ada@example.com' }));
  await db.outbox.add({ v: OUTBOX_KINDS.acts.v, rows: [row], savedAt: 1, attempts: 0 });
  const [, line = ''] = (await exportWaiting(db)).split('\r\n');
  expect(line.split(`,${db.userId},`)[0]).toMatch(/^,+change,Completed for Ada$/);
});

test('an entry that waits and cannot be read is in the file as it is stored (rule 12)', async () => {
  const db = await anOpenDb();
  await db.outbox.add({ v: 1, rows: 'half a row', savedAt: 1, attempts: 0 } as never);
  const [, line = ''] = (await exportWaiting(db)).split('\r\n');
  expect(line).toMatch(/^,+damaged,.*half a row/);
});
