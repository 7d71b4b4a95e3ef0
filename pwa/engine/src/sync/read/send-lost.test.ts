import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import { readKeptReceipt } from '../../data/kept-receipts.ts';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral } from '../../test/builders.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { ackKill, jsonAnswer } from '../../test/fake-answers.ts';
import { giveReceipts } from '../../test/receipts.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { editUnsent } from '../outbox/change-row.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { syncOnce } from '../send/sync-once.ts';
import { REFERRALS_PATH } from './referral-versions.ts';
import { fetchReceipts } from './receipts.ts';
import { refreshNow } from './resources.ts';

interface Pushed {
  referrals: PushRow[];
  isAgain?: boolean;
  receipts?: string[];
}
/** Longer than what could not be stored waits. */
const LONG_MS = 10 * 60_000;
let server: FakeServer;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let deps: typeof clock.deps;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
  ({ deps } = clock);
});

const refresh = () => refreshNow(db, 'referrals', deps);
const aNewRow = () => ({ ...aNewReferral(), id: crypto.randomUUID() });
const namesHere = async () => (await readOwnReferrals(db)).map(({ name }) => name).toSorted();
const namesThere = () => [...server.rows.values()].map(({ name }) => name).toSorted();

/** Referrals the server has acknowledged and this device has seen in its list; returns what the server has then. */
async function sent(...names: string[]): Promise<Referral[]> {
  for (const name of names) await enqueue(db, [aNewReferral({ name })]);
  await syncOnce(db, deps);
  await refresh();
  return [...server.rows.values()];
}

test('rows that the server acknowledged and lost go back into the outbox and arrive once (rule 38)', async () => {
  await sent('Ann', 'Bob');
  const backup = server.backUp();
  await sent('Cid', 'Dora');
  server.putBack(backup);
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  const [entry] = await db.outbox.toArray();
  expect(entry?.rows.map(({ name }) => name).toSorted()).toEqual(['Cid', 'Dora']);
  expect((await db.log.toArray()).map(({ event, key }) => [event, key])).toContainEqual([
    'lost',
    entry?.key,
  ]);
  await syncOnce(db, deps);
  await refresh();
  expect(namesThere()).toEqual(['Ann', 'Bob', 'Cid', 'Dora']);
  expect(await namesHere()).toEqual(['Ann', 'Bob', 'Cid', 'Dora']);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.rejected.count()).toBe(0);
});

test('a server put back between the two questions of one reading is asked again, and nothing is lost (rule 38)', async () => {
  await sent('Ann');
  const [first, between] = [server.backUp(), await sent('Bob').then(() => server.backUp())];
  await sent('Cid');
  server.putBackUnnoticed(between);
  // The delta, whose checksum is wrong; before everything is asked for, it loses even more.
  server.script('/api/referrals', (_, serve) => {
    const answer = serve();
    server.putBack(first);
    return answer;
  });
  await refresh();
  await syncOnce(db, deps);
  await refresh();
  expect(namesThere()).toEqual(['Ann', 'Bob', 'Cid']);
  expect(await namesHere()).toEqual(['Ann', 'Bob', 'Cid']);
});

test('a server put back after it answered with everything is asked again, however late that answer is (rule 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await sent('Bob');
  server.startAgain();
  server.script('/api/referrals', (_, serve) => {
    const answer = serve();
    server.putBack(backup);
    return answer;
  });
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  await refresh();
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann', 'Bob']);
});

test('the ids stay, so a second device that has them sends nothing twice (rule 38)', async () => {
  const backup = server.backUp();
  const lost = await sent('Ann');
  server.putBack(backup);
  await refresh();
  await syncOnce(db, deps);
  expect([...server.rows.keys()]).toEqual(lost.map(({ id }) => id));
});

test('they do so even if the last list was read before them, so that its cursor is still good (rule 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  await syncOnce(db, deps);
  server.putBack(backup);
  await refresh();
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann', 'Bob']);
});

test('what was deleted while nobody looked is not sent again (rule 38)', async () => {
  const [ann] = await sent('Ann', 'Bob');
  await sent('Cid');
  server.changeByAdmin(ann?.id ?? '', null);
  server.putBack({ ...server.backUp(), looks: 0 });
  await refresh();
  expect(await namesHere()).toEqual(['Bob', 'Cid']);
  expect(await db.outbox.count()).toBe(0);
});

test('what still waits, because its answer was lost, waits once (rules 5 and 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  server.script('/api/sync/push', ackKill);
  await syncOnce(db, deps);
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  server.putBack(backup);
  await refresh();
  const waiting = (await db.outbox.toArray()).flatMap(({ rows }) => rows.map(({ name }) => name));
  expect(waiting).toEqual(['Bob']);
});

test.each([true, false])(
  'a verdict of before the loss, stored only afterwards, takes no row out (rule 38; the list showed it: %s)',
  async (isShown) => {
    await sent('Ann');
    const backup = server.backUp();
    await enqueue(db, [aNewReferral({ name: 'Bob' })]);
    const mend = failStorage({
      error: 'QuotaExceededError',
      stores: ['outbox'],
      operations: ['delete'],
    });
    await syncOnce(db, deps);
    mend();
    if (isShown) await refresh();
    expect(namesThere()).toEqual(['Ann', 'Bob']);
    server.putBack(backup);
    await refresh();
    for (let round = 0; round < 2; round += 1) {
      clock.advance(LONG_MS);
      await syncOnce(db, deps);
      await refresh();
    }
    expect(namesThere()).toEqual(['Ann', 'Bob']);
    expect(await namesHere()).toEqual(['Ann', 'Bob']);
    expect(await db.outbox.count()).toBe(0);
  },
);

test('nor does one that a page hears of only then, because it was frozen (rule 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  server.script('/api/sync/push', async (_, serve) => {
    const answer = serve();
    server.putBack(backup);
    await refresh();
    return answer;
  });
  await syncOnce(db, deps);
  await refresh();
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann', 'Bob']);
  expect(await db.outbox.count()).toBe(0);
});

test('a server that was put back counts, even with an older version of a row (rule 38)', async () => {
  const [ann] = await sent('Ann');
  const backup = server.backUp();
  server.changeByAdmin(ann?.id ?? '', 'completed');
  await refresh();
  expect(await db.referrals.toArray()).toMatchObject([{ status: 'completed' }]);
  server.putBack(backup);
  await refresh();
  expect(await db.referrals.toArray()).toMatchObject([{ status: 'submitted' }]);
});

test('one that was refused here, too, waits for its person and is not sent again (rules 9, 38)', async () => {
  const backup = server.backUp();
  const [ann] = await sent('Ann');
  const { id = '' } = ann ?? {};
  const row = { ...aNewRow(), id };
  await db.rejected.put({ id, row, code: 'id_conflict', error: '', rejectedAt: 1, savedAt: 1 });
  server.putBack(backup);
  await refresh();
  expect([await db.outbox.count(), await db.rejected.count()]).toEqual([0, 1]);
});

test('rows the server has after all stay as they are (rule 38)', async () => {
  await sent('Ann', 'Bob');
  server.putBack({ ...server.backUp(), looks: 0 });
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  expect(await db.outbox.count()).toBe(0);
});

test('the server is told that they come again, and of others that they do not', async () => {
  const backup = server.backUp();
  await sent('Ann');
  server.putBack(backup);
  await refresh();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  await syncOnce(db, deps);
  const pushed = server.sentTo('/api/sync/push').map(({ body }) => body as Pushed);
  expect(pushed.map(({ referrals: [row], isAgain }) => [row?.name, isAgain])).toEqual([
    ['Ann', undefined],
    ['Ann', true],
    ['Bob', undefined],
  ]);
});

test('what the server lost takes its receipts along, and nothing else does (rule 38)', async () => {
  const backup = server.backUp();
  await sent('Ann', 'Bob');
  const [ann] = [...server.rows.values()];
  giveReceipts(server);
  await fetchReceipts(db, ann ? [ann] : [], { deps });
  server.putBack(backup);
  await refresh();
  await syncOnce(db, deps);
  const kept = await readKeptReceipt(db, ann?.id ?? '');
  const pushed = server.sentTo('/api/sync/push').map(({ body }) => body as Pushed);
  const receipts = pushed.map((body) => body.receipts);
  expect(kept?.text).toMatch(/^eyJ/);
  expect(receipts.filter((each) => each !== undefined)).toEqual([[kept?.text]]);
});

test('what still waited when it was lost does, too, because the list had shown it (rule 38)', async () => {
  giveReceipts(server);
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Ann' })]);
  server.script('/api/sync/push', ackKill);
  await syncOnce(db, deps);
  await refresh();
  const [ann] = await db.referrals.toArray();
  await fetchReceipts(db, [ann!], { deps });
  server.putBack(backup);
  await refresh();
  clock.advance(LONG_MS);
  await syncOnce(db, deps);
  const last = server.sentTo('/api/sync/push').at(-1)?.body as Pushed | undefined;
  expect(last?.receipts).toEqual([(await readKeptReceipt(db, ann!.id))?.text]);
  expect(namesThere()).toEqual(['Ann']);
});

test('more lost rows than one push takes go back in entries of their own, each row once', async () => {
  const backup = server.backUp();
  const rows = Array.from({ length: PUSH_MAX_ROWS + 1 }, () => aNewReferral());
  await enqueue(db, rows);
  await syncOnce(db, deps);
  await refresh();
  const ids = [...server.rows.keys()].toSorted();
  server.putBack(backup);
  await refresh();
  const entries = await db.outbox.toArray();
  expect(entries.flatMap((entry) => entry.rows.map(({ id }) => id)).toSorted()).toEqual(ids);
  const logged = (await db.log.toArray()).filter(({ event }) => event === 'lost');
  expect(logged.map(({ key }) => key)).toEqual(entries.map(({ key }) => key));
  await syncOnce(db, deps);
  expect([...server.rows.keys()].toSorted()).toEqual(ids);
});

test('a server that was put back without noticing, and has come past its old numbers, is found out (rule 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await sent('Bob', 'Cid');
  server.putBackUnnoticed(backup);
  // As many rows as were lost, from another device.
  server.store(server.user!, [aNewRow(), aNewRow()]);
  await refresh();
  await syncOnce(db, deps);
  await refresh();
  expect(namesThere()).toEqual(expect.arrayContaining(['Ann', 'Bob', 'Cid']));
  expect(await namesHere()).toEqual(namesThere());
});

test('a device that has never read its list sends again what the server acknowledged and lost (rule 38)', async () => {
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Ann' })]);
  await syncOnce(db, deps);
  expect(await db.resources.get(REFERRALS_PATH)).toBeUndefined();
  server.putBack(backup);
  await refresh();
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann']);
});

test('what this device has and the server names as deleted leaves without a word (rule 38)', async () => {
  const [ann] = await sent('Ann');
  server.changeByAdmin(ann?.id ?? '', null);
  server.startAgain();
  await refresh();
  expect(await namesHere()).toEqual([]);
  expect([await db.outbox.count(), await db.rejected.count()]).toEqual([0, 0]);
});

test.each(['deleted', 'duplicate_referral', 'do_not_contact', 'id_conflict', 'self_referral'])(
  'one sent again that is refused as %s leaves without a word, too (rule 38)',
  async (code) => {
    const backup = server.backUp();
    const [ann] = await sent('Ann');
    server.putBack(backup);
    await refresh();
    const result = { id: ann?.id ?? '', status: 'rejected', code, error: 'No' };
    server.script('/api/sync/push', () => jsonAnswer({ results: [result] }));
    await syncOnce(db, deps);
    expect([await db.outbox.count(), await db.rejected.count()]).toEqual([0, 0]);
  },
);

test('one that its person changed while it waited to be sent again is kept if it is refused (rules 9, 38)', async () => {
  const backup = server.backUp();
  await sent('Ann');
  server.putBack(backup);
  await refresh();
  const [entry] = await db.outbox.toArray();
  await editUnsent(db, entry!.rows[0]!, aNewReferral({ name: 'Ann Lee' }));
  const result = { id: entry!.rows[0]!.id, status: 'rejected', code: 'deleted', error: 'No' };
  server.script('/api/sync/push', () => jsonAnswer({ results: [result] }));
  await syncOnce(db, deps);
  expect(await db.rejected.toArray()).toMatchObject([{ row: { name: 'Ann Lee' } }]);
});

test('what waits beside it is sent again as before, with its receipt, and leaves without a word (rule 38)', async () => {
  giveReceipts(server);
  const backup = server.backUp();
  const [ann, bob] = await sent('Ann', 'Bob');
  await fetchReceipts(db, [ann!, bob!]);
  server.putBack(backup);
  await refresh();
  await editUnsent(db, ann!, aNewReferral({ name: 'Ann Lee' }));
  server.deleted.set(bob!.id, db.userId);
  await syncOnce(db, deps);
  const pushes = server.sentTo('/api/sync/push').map(({ body }) => body as Pushed);
  const again = pushes.filter(({ isAgain }) => isAgain);
  expect(again.map(({ referrals }) => referrals.map(({ name }) => name))).toEqual([['Bob']]);
  expect(again[0]?.receipts).toEqual([(await readKeptReceipt(db, bob!.id))?.text]);
  expect(namesThere()).toEqual(['Ann Lee']);
  expect([await db.outbox.count(), await db.rejected.count()]).toEqual([0, 0]);
});

test('one sent again that its person can mend waits for them (rules 9, 38)', async () => {
  const backup = server.backUp();
  const [ann] = await sent('Ann');
  server.putBack(backup);
  await refresh();
  const result = { id: ann?.id ?? '', status: 'rejected', code: 'invalid_input', error: 'No' };
  server.script('/api/sync/push', () => jsonAnswer({ results: [result] }));
  await syncOnce(db, deps);
  expect(await db.rejected.toArray()).toMatchObject([{ id: ann?.id, code: 'invalid_input' }]);
});

test('what is sent again keeps that its person had agreed, and when they were referred (rule 38)', async () => {
  const row = aReferral({ userId: db.userId, permission: 2, date: '2026-01-05T10:00:00.000Z' });
  await db.referrals.put(row);
  await refresh();
  const [entry] = await db.outbox.toArray();
  expect(entry?.rows).toMatchObject([{ id: row.id, permission: 2, date: row.date }]);
});

test('a build whose server says nothing of a checksum goes on with changes', async () => {
  await sent('Ann');
  const { cursor = '' } = (await db.resources.get(REFERRALS_PATH)) ?? {};
  server.script(REFERRALS_PATH, () =>
    jsonAnswer({ cursor, full: false, upserts: [], deletes: [] }),
  );
  const before = server.sentTo(REFERRALS_PATH).length;
  await refresh();
  expect(server.sentTo(REFERRALS_PATH)).toHaveLength(before + 1);
});

test('a friend who was forgotten before the loss is not sent again (rule 38)', async () => {
  const backup = server.backUp();
  const [ann] = await sent('Ann');
  await db.referrals.update(ann?.id ?? '', { name: 'Forgotten', email: '' });
  server.putBack(backup);
  await refresh();
  expect(await db.outbox.count()).toBe(0);
});
