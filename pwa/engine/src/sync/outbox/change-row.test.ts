import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { type UserDb } from '../../data/user-db.ts';
import { aNewReferral } from '../../test/builders.ts';
import { ackKill, cutBefore, hang } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { editUnsent, type Removal, removeUnsent, restoreUnsent } from './change-row.ts';
import { enqueueUpload } from './bulk-upload.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from './enqueue.ts';
import { pruneLog } from './log-lines.ts';
import { refreshStale } from '../read/refresh.ts';
import { refreshNow } from '../read/resources.ts';
import { readRowLog, readSent, readWaiting } from './read-waiting.ts';
import { enqueueActs } from '../acts/enqueue-acts.ts';
import { settleSignOut, signOut } from '../session/session.ts';
import { syncNow } from '../send/sync-once.ts';
import { oweSignOut } from '../../test/owed-sign-out.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
});

async function theOnlyEntry() {
  const [entry] = await readWaiting(db);
  if (!entry) throw new Error('nothing waits');
  return { ...entry, row: entry.rows[0] };
}

const tryAgain = () => syncNow(db, clock.deps);
const told = (lines: { event: string; reason: string | null; times: number }[]) =>
  lines.map(({ event, reason, times }) => `${times}x ${event} ${reason ?? ''}`.trim());
const serverNames = () => [...server.rows.values()].map(({ name }) => name).toSorted();

describe('the log', () => {
  test('records what was tried for an entry and why it failed, and counts repeats', async () => {
    server.script(PUSH, cutBefore, cutBefore, hang);
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    await tryAgain();
    clock.advance(1000);
    await tryAgain();
    await tryAgain();
    const { log, row } = await theOnlyEntry();
    expect(told(log)).toEqual(['2x tried offline', '1x tried timeout']);
    expect(log[0]).toMatchObject({ lastAt: (log[0]?.at ?? 0) + 1000 });
    await tryAgain();
    expect(await readWaiting(db)).toEqual([]);
    expect(told(await readRowLog(db, row?.id ?? ''))).toEqual([
      '2x tried offline',
      '1x tried timeout',
      '1x sent',
    ]);
    expect(await readSent(db)).toMatchObject([{ names: ['Ada'], count: 1 }]);
  });

  test('records why the server refused a row', async () => {
    await enqueue(db, [aNewReferral({ name: 'X' })]);
    await drain(db, clock.deps);
    const [rejected] = await db.rejected.toArray();
    expect(told(await readRowLog(db, rejected?.id ?? ''))).toEqual(['1x refused invalid']);
  });

  test('is forgotten after 30 days, and at once with the user’s other data (rule 14)', async () => {
    await enqueue(db, [aNewReferral()]);
    await drain(db, clock.deps);
    await pruneLog(db, clock.deps.now() + 29 * 86_400_000);
    expect(await db.log.count()).toBe(1);
    await pruneLog(db, clock.deps.now() + 31 * 86_400_000);
    expect(await db.log.count()).toBe(0);
    await enqueue(db, [aNewReferral()]);
    await drain(db, clock.deps);
    await signOut({ unsent: 'keep' });
    expect(await db.log.count()).toBe(0);
  });

  test('an upload is forgotten with it, but not while rows of it wait (rule 22)', async () => {
    const upload = (name: string) =>
      enqueueUpload(db, { fileName: `${name}.csv`, rows: [aNewReferral({ name })] });
    const sent = await upload('Ada');
    await drain(db, clock.deps);
    const waiting = await upload('Bea');
    await pruneLog(db, Date.now() + 31 * 86_400_000);
    expect(await db.uploads.get(sent.uploadId)).toBeUndefined();
    expect(await db.uploads.get(waiting.uploadId)).toMatchObject({ fileName: 'Bea.csv' });
  });
});

test('what waits is shown although entries beside it cannot be read or are empty (rule 12)', async () => {
  const stored = { v: 1, savedAt: 1, attempts: 0 };
  await db.outbox.bulkAdd([
    { ...stored, rows: 'half a row' as never },
    { ...stored, rows: [] },
  ]);
  expect(await readWaiting(db)).toEqual([]);
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  expect((await readWaiting(db)).map(({ rows }) => rows[0]?.name)).toEqual(['Ada']);
});

describe('removeUnsent', () => {
  test('takes out one row of a batch, and undo puts it back in its place', async () => {
    await enqueue(
      db,
      ['Ada', 'Bea', 'Cid'].map((name) => aNewReferral({ name })),
    );
    const { rows } = await theOnlyEntry();
    const removed = await removeUnsent(db, rows[1]?.id ?? '');
    if (!removed) throw new Error('not removed');
    expect((await theOnlyEntry()).rows.map(({ name }) => name)).toEqual(['Ada', 'Cid']);
    await restoreUnsent(db, removed);
    await restoreUnsent(db, removed);
    expect((await theOnlyEntry()).rows.map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cid']);
  });

  test('undo brings back an entry that disappeared with its last row', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    const { row, savedAt } = await theOnlyEntry();
    const removed = await removeUnsent(db, row?.id ?? '');
    expect(await db.outbox.count()).toBe(0);
    if (removed) expect(await restoreUnsent(db, removed)).toBe(true);
    expect(await theOnlyEntry()).toMatchObject({ savedAt, rows: [{ id: row?.id }] });
    await drain(db, clock.deps);
    expect(serverNames()).toEqual(['Ada']);
  });

  test('undo joins no other entry that has its key since the storage was cleared (rule 32)', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' }), aNewReferral({ name: 'Bea' })]);
    const { row, key, savedAt } = await theOnlyEntry();
    const removed = await removeUnsent(db, row?.id ?? '');
    if (!removed) throw new Error('not removed');
    await db.outbox.clear();
    await enqueueUpload(db, { rows: [aNewReferral({ name: 'Cid' })], fileName: 'later.csv' });
    const [file] = await db.outbox.toArray();
    await db.outbox.clear();
    // Saved at the same moment, too, by a clock that was put back.
    await db.outbox.add({ ...file!, savedAt, key });
    await restoreUnsent(db, removed);
    expect((await db.outbox.toArray()).map((entry) => entry.rows.map(({ name }) => name))).toEqual([
      ['Cid'],
      ['Ada'],
    ]);
  });

  test('says so when the row no longer waits', async () => {
    await enqueue(db, [aNewReferral()]);
    const { row } = await theOnlyEntry();
    await drain(db, clock.deps);
    expect(await removeUnsent(db, row?.id ?? '')).toBeUndefined();
  });

  test('undo queues nothing that was sent after all (rule 5)', async () => {
    await enqueue(db, [aNewReferral()]);
    const { row } = await theOnlyEntry();
    const removed = await new Promise<Removal>((resolve) => {
      server.script(PUSH, async (_, serve) => {
        resolve((await removeUnsent(db, row?.id ?? ''))!);
        return serve();
      });
      void drain(db, clock.deps);
    });
    await drain(db, clock.deps);
    await refreshStale(db, clock.deps);
    expect(await restoreUnsent(db, removed)).toBe(false);
    expect(await readWaiting(db)).toEqual([]);
    expect(await db.referrals.count()).toBe(1);
  });

  test('undo brings back what the person had made of a row although an earlier version arrived (rule 20)', async () => {
    server.script(PUSH, ackKill);
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    await drain(db, clock.deps);
    const { row } = await theOnlyEntry();
    await editUnsent(db, row!, aNewReferral({ name: 'Ada Lovelace' }));
    const removed = await removeUnsent(db, row?.id ?? '');
    await refreshNow(db, 'referrals', clock.deps);
    expect(await restoreUnsent(db, removed!)).toBe(true);
    expect((await theOnlyEntry()).row).toMatchObject({ name: 'Ada Lovelace' });
  });

  test('undo brings a refused row back once, and says whether it did', async () => {
    await enqueue(db, [aNewReferral({ name: 'X' })]);
    await drain(db, clock.deps);
    const [rejected] = await db.rejected.toArray();
    const removed = await removeUnsent(db, rejected?.id ?? '');
    expect(await restoreUnsent(db, removed!)).toBe(true);
    expect(await restoreUnsent(db, removed!)).toBe(false);
    expect(await db.rejected.toArray()).toEqual([rejected]);
  });
});

describe('editUnsent', () => {
  const change = async (name: string) => {
    const { row } = await theOnlyEntry();
    return editUnsent(db, row!, aNewReferral({ name, email: 'ada@example.com' }));
  };
  test('is told by the log under the entry of the row, which keeps its id (rule 19)', async () => {
    await enqueue(db, [aNewReferral()]);
    await addAda();
    const [, entry] = await readWaiting(db);
    const row = entry!.rows[0]!;
    await editUnsent(db, row, aNewReferral({ name: 'Ada Lovelace' }));
    expect(await db.log.toArray()).toMatchObject([
      { event: 'edited', key: entry!.key, rowIds: [row.id, row.id] },
    ]);
  });

  const addAda = () =>
    enqueue(db, [aNewReferral({ name: 'Ada', email: 'ada@example.com' }), aNewReferral()]);

  test('sends what the person made of it, with its id and date', async () => {
    await addAda();
    const before = await theOnlyEntry();
    expect(await change('Ada Lovelace')).toEqual({ kind: 'saved' });
    const { id, date } = before.row ?? {};
    expect((await theOnlyEntry()).row).toMatchObject({ id, date, name: 'Ada Lovelace' });
    await drain(db, clock.deps);
    expect(serverNames()).toEqual(['Ada Lovelace', 'Fay Friend']);
  });

  test('is not lost when an answer comes for the earlier version (rule 5)', async () => {
    await addAda();
    server.script(PUSH, async (_, serve) => {
      const answer = serve();
      await change('Ada Lovelace');
      return answer;
    });
    await drain(db, clock.deps);
    // The server has the first version, and the person is told so instead of two being stored.
    expect(serverNames()).toEqual(['Ada', 'Fay Friend']);
    const rejected = await db.rejected.toArray();
    expect(rejected).toMatchObject([{ code: 'id_conflict', row: { name: 'Ada Lovelace' } }]);
  });

  test('says that an earlier version had arrived when its answer was lost', async () => {
    server.script(PUSH, ackKill);
    await addAda();
    await drain(db, clock.deps);
    await change('Ada Lovelace');
    await tryAgain();
    expect(serverNames()).toEqual(['Ada', 'Fay Friend']);
    const error = 'An earlier version of this referral has already been sent';
    expect(await db.rejected.toArray()).toMatchObject([{ code: 'id_conflict', error }]);
    expect(await readWaiting(db)).toEqual([]);
  });

  test('says so when the row no longer waits', async () => {
    await addAda();
    const { row } = await theOnlyEntry();
    await drain(db, clock.deps);
    expect(await editUnsent(db, row!, aNewReferral())).toEqual({ kind: 'sent' });
  });

  test('changes the row that was shown and no other one of its batch', async () => {
    await enqueue(
      db,
      ['Ada', 'Bea', 'Cid'].map((name) => aNewReferral({ name })),
    );
    const { rows } = await theOnlyEntry();
    expect(await editUnsent(db, rows[1]!, aNewReferral({ name: 'Dot' }))).toEqual({
      kind: 'saved',
    });
    expect((await theOnlyEntry()).rows.map(({ name }) => name)).toEqual(['Ada', 'Dot', 'Cid']);
  });

  test('says that a row is gone which was changed before it was removed', async () => {
    await addAda();
    await change('Ada Lovelace');
    const { row } = await theOnlyEntry();
    await removeUnsent(db, row?.id ?? '');
    expect(await editUnsent(db, row!, aNewReferral())).toEqual({ kind: 'gone' });
  });
});

describe('in a forgotten tab, what a sign-out has yet to discard is discarded first (rule 33)', () => {
  const given = aNewReferral({ name: 'Ada' });
  let key: number;
  let ada: PushRow;
  let removed: Removal;

  beforeEach(async () => {
    await enqueue(db, [given, aNewReferral({ name: 'Bea' })]);
    const entry = await theOnlyEntry();
    const [first, second] = entry.rows;
    const bea = second && (await removeUnsent(db, second.id));
    if (!first || !bea) throw new Error('not two rows');
    ({ key } = entry);
    ada = first;
    removed = bea;
    await oweSignOut(db.userId, 'discard', { lastKey: key });
  });

  const waitingNames = async () =>
    (await readWaiting(db)).flatMap(({ rows }) => rows.map(({ name }) => name));

  test.each([
    ['that keeps what waits', () => oweSignOut(db.userId, 'keep', { lastKey: key })],
    ['of somebody else', () => oweSignOut(uuidv7(), 'discard', { lastKey: key })],
  ])('a sign-out %s discards nothing', async (_, owe) => {
    await owe();
    await enqueue(db, [aNewReferral({ name: 'Cid' })]);
    expect(await waitingNames()).toEqual(['Ada', 'Cid']);
  });

  test('an edited row is gone', async () => {
    expect(await editUnsent(db, ada, { ...ada, name: 'Ada B' })).toEqual({ kind: 'gone' });
    await settleSignOut();
    expect(await waitingNames()).toEqual([]);
  });

  test('a row put back by undo stays', async () => {
    expect(await restoreUnsent(db, removed)).toBe(true);
    await settleSignOut();
    expect(await waitingNames()).toEqual(['Bea']);
  });

  // The keys of a new database start over, so they do not tell what is from before.
  test.each([
    ['a referral', () => enqueue(db, [aNewReferral()])],
    ['an act', () => enqueueActs(db, [{ act: 'delete', id: uuidv7(), expected: 'submitted' }])],
  ])('%s saved after the browser cleared the database stays', async (_, save) => {
    await db.delete();
    await db.open();
    await save();
    await settleSignOut();
    expect(await db.outbox.count()).toBe(1);
  });

  test('a file handed over does not count as waiting in what is discarded', async () => {
    const upload = { fileName: 'a.csv', rows: [{ ...given, id: ada.id }] };
    expect(await enqueueUpload(db, upload)).toMatchObject({ queued: 1, alreadyThere: 0 });
    await settleSignOut();
    expect(await waitingNames()).toEqual(['Ada']);
  });
});
