import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb, aReferral } from '../../test/builders.ts';
import { enqueueUpload } from './bulk-upload.ts';
import { enqueue, toPushRow } from './enqueue.ts';
import { noteInLog } from './log-lines.ts';
import { readRowLog, readSent, readWaiting } from './read-waiting.ts';

let db: UserDb;

beforeEach(async () => {
  db = await anOpenDb();
});

/** An entry of one row of this name and id, saved on day `savedOn` and tried at once. */
async function saveAndTry(name: string, savedOn: number): Promise<void> {
  const row = toPushRow(aNewReferral({ id: name, name }));
  const savedAt = savedOn * DAY_MS;
  const key = await db.outbox.add({ v: 1, rows: [row], savedAt, attempts: 0 });
  await noteInLog(db, [{ key, rows: [row], event: 'tried', reason: 'offline' }], savedAt + 1);
}

test('what waits is told with its own history, however much older it is than the rest (rule 19)', async () => {
  await saveAndTry('Ada', 10);
  await saveAndTry('Bea', 20);
  const told = (await readWaiting(db)).map(({ rows, log }) => [
    rows[0]?.name,
    log.map(({ name, at }) => [name, at]),
  ]);
  expect(told).toEqual([
    ['Ada', [['Ada', 10 * DAY_MS + 1]]],
    ['Bea', [['Bea', 20 * DAY_MS + 1]]],
  ]);
  expect((await readRowLog(db, 'Bea')).map(({ name }) => name)).toEqual(['Bea']);
});

test('what waits of a file names it, and nothing else does (rule 22)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  await enqueueUpload(db, { fileName: 'people.csv', rows: [aNewReferral({ name: 'Bea' })] });
  const files = (await readWaiting(db)).map(({ rows, fileName }) => [rows[0]?.name, fileName]);
  expect(files).toEqual([
    ['Ada', undefined],
    ['Bea', 'people.csv'],
  ]);
});

test('of what was sent, the last lines are shown, the newest first, with the names still known (rule 19)', async () => {
  await db.referrals.bulkAdd([
    aReferral({ id: 'Bea', name: 'Beatrice' }),
    aReferral({ id: 'Dan', name: 'Dan' }),
  ]);
  const send = (key: number, ...names: string[]) => {
    const rows = names.map((name) => toPushRow(aNewReferral({ id: name, name })));
    return noteInLog(db, [{ key, rows, event: 'sent' }], key);
  };
  await send(1, 'Eve');
  await send(2, 'Ada', 'Bea', 'Cid');
  await send(3, 'Dan');
  expect(await readSent(db, 2)).toMatchObject([
    { at: 3, count: 1, names: ['Dan'] },
    { at: 2, count: 3, names: ['Ada', 'Beatrice'] },
  ]);
});

test('of a file of thousands only the first batches are read, of single referrals fifty (rule 19)', async () => {
  const rows = Array.from({ length: 1800 }, (_, at) => aNewReferral({ name: `Friend ${at}` }));
  await enqueueUpload(db, { fileName: 'people.csv', rows });
  expect((await readWaiting(db)).map((entry) => entry.rows.length)).toEqual([50, 500, 500]);
  await db.outbox.clear();
  for (const row of rows.slice(0, 60)) await enqueue(db, [row]);
  expect(await readWaiting(db)).toHaveLength(50);
});

test('names are read of the twenty people sent last on each day (rule 19)', async () => {
  const send = (key: number, at: number) => {
    const rows = Array.from({ length: 15 }, (_, nth) => {
      return toPushRow(aNewReferral({ id: `${key}-${nth}`, name: `Friend ${nth}` }));
    });
    return noteInLog(db, [{ key, rows, event: 'sent' }], at);
  };
  const ids = [1, 2, 3, 4].flatMap((key) =>
    Array.from({ length: 15 }, (_, nth) => `${key}-${nth}`),
  );
  await db.referrals.bulkAdd(ids.map((id) => aReferral({ id })));
  const noon = new Date(2026, 0, 5, 12).getTime();
  await send(1, noon - DAY_MS);
  for (const key of [2, 3, 4]) await send(key, noon + key);
  const sent = await readSent(db);
  expect(sent.map(({ count, names }) => [count, names.length])).toEqual([
    [15, 15],
    [15, 5],
    [15, 0],
    [15, 15],
  ]);
});
