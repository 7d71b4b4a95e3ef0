import { beforeEach, describe, expect, test } from 'vitest';
import type { OutboxEntry } from '../../data/outbox-kinds.ts';
import { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anAdminReferral, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, foreignHtml } from '../../test/fake-answers.ts';
import { ACTS, FakeDesk } from '../../test/fake-desk.ts';
import { failStorage } from '../../test/failing-storage.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { readConflicts, readWaitingActs } from '../acts/acts-state.ts';
import { editUnsent, removeUnsent, restoreUnsent } from './change-row.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from './enqueue.ts';
import { enqueueActs } from '../acts/enqueue-acts.ts';
import { readWaiting } from './read-waiting.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice(aUser({ role: 'admin' })));
});

/** A row as a dialog shows it, and its queue after the entry has stepped behind. */
async function aMovedRow(name = 'Ada') {
  await enqueue(db, [aNewReferral({ name, email: 'wrong@example.com' })]);
  const [before] = await readWaiting(db);
  server.script(
    PUSH,
    answerWith(() => foreignHtml(403)),
  );
  await drain(db, clock.deps);
  const [after] = await readWaiting(db);
  expect(after?.key).not.toBe(before?.key);
  return before!.rows[0]!;
}

const sentEmails = () => [...server.rows.values()].map(({ email }) => email);
const sendAll = () => {
  clock.advance(10 * 60_000);
  return drain(db, clock.deps);
};

describe('a row whose entry has moved since the row was shown (rule 20)', () => {
  test('is changed, and the correction is sent', async () => {
    const shown = await aMovedRow();
    const right = { name: 'Ada', email: 'right@example.com' };
    expect(await editUnsent(db, shown, right)).toEqual({ kind: 'saved' });
    // At once, because the pause belonged to the wrong version.
    await drain(db, clock.deps);
    expect(sentEmails()).toEqual(['right@example.com']);
  });

  test('steps behind in its changed version if the earlier one was in flight', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada', email: 'wrong@example.com' })]);
    const [entry] = await readWaiting(db);
    server.script(PUSH, async () => {
      await editUnsent(db, entry!.rows[0]!, { name: 'Ada', email: 'right@example.com' });
      return foreignHtml(403);
    });
    await drain(db, clock.deps);
    await sendAll();
    expect(sentEmails()).toEqual(['right@example.com']);
  });

  test('is removed, and comes back with undo', async () => {
    const { id } = await aMovedRow();
    const removed = await removeUnsent(db, id);
    expect(await readWaiting(db)).toEqual([]);
    expect(await restoreUnsent(db, removed!)).toBe(true);
    await sendAll();
    expect(server.rows.has(id)).toBe(true);
  });

  test('is changed in its new place if it was refused meanwhile', async () => {
    const shown = await aMovedRow('X');
    await sendAll();
    expect(await db.rejected.count()).toBe(1);
    const right = { name: 'Xenia', email: 'right@example.com' };
    expect(await editUnsent(db, shown, right)).toEqual({ kind: 'saved' });
    await sendAll();
    expect(sentEmails()).toEqual(['right@example.com']);
    expect(await db.rejected.count()).toBe(0);
  });
});

describe('a change of a row that differs from what the person saw (rule 32)', () => {
  test('does not overwrite another change; the person is shown the current version', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    const [entry] = await readWaiting(db);
    const shown = entry!.rows[0]!;
    await editUnsent(db, shown, { name: 'Ada L.', email: shown.email });
    const outcome = await editUnsent(db, shown, { name: 'A. Lovelace', email: shown.email });
    expect(outcome).toMatchObject({ kind: 'changed', now: { name: 'Ada L.' } });
    const now = outcome.kind === 'changed' ? outcome.now : shown;
    expect(await editUnsent(db, now, { name: 'A. Lovelace', email: shown.email })).toEqual({
      kind: 'saved',
    });
  });

  test('does not overwrite a version that was refused since it was shown', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    const [entry] = await readWaiting(db);
    const shown = entry!.rows[0]!;
    await editUnsent(db, shown, { name: 'X', email: shown.email });
    await drain(db, clock.deps);
    const outcome = await editUnsent(db, shown, { name: 'Ada L.', email: shown.email });
    expect(outcome).toMatchObject({ kind: 'changed', now: { name: 'X' } });
    expect(await db.rejected.count()).toBe(1);
  });

  test('replaces another version that waits by now, if it is an undo', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    const [entry] = await readWaiting(db);
    const row = entry!.rows[0]!;
    const removed = await removeUnsent(db, row.id);
    const { date: _, ...same } = row;
    await enqueue(db, [{ ...same, name: 'Ada L.' }]);
    expect(await restoreUnsent(db, removed!)).toBe(true);
    const waiting = (await readWaiting(db)).flatMap(({ rows }) => rows);
    expect(waiting).toEqual([row]);
  });

  test('says that the row was sent or removed', async () => {
    await enqueue(db, [aNewReferral(), aNewReferral()]);
    const [entry] = await readWaiting(db);
    const [sent, gone] = entry!.rows;
    await removeUnsent(db, gone!.id);
    await drain(db, clock.deps);
    expect(await editUnsent(db, sent!, aNewReferral())).toEqual({ kind: 'sent' });
    expect(await editUnsent(db, gone!, aNewReferral())).toEqual({ kind: 'gone' });
    expect(await removeUnsent(db, sent!.id)).toBeUndefined();
  });

  test('does not send a refused row again that was corrected in another tab, and shows what it is now', async () => {
    await enqueue(db, [aNewReferral({ name: 'X' })]);
    await drain(db, clock.deps);
    const [{ row } = { row: null }] = await db.rejected.toArray();
    const mend = (name: string, shown = row!) =>
      editUnsent(db, shown, { name, email: 'x@example.com' });
    expect(await mend('Xenia')).toEqual({ kind: 'saved' });
    const outcome = await mend('Xena');
    expect(outcome).toMatchObject({ kind: 'changed', now: { name: 'Xenia' } });
    const now = outcome.kind === 'changed' ? outcome.now : row!;
    expect(await mend('Xena', now)).toEqual({ kind: 'saved' });
    await sendAll();
    expect([...server.rows.values()].map(({ name }) => name)).toEqual(['Xena']);
    expect(await mend('Xandra')).toEqual({ kind: 'sent' });
  });

  test('finds a row that was corrected, refused again and corrected again, and says if it was removed', async () => {
    await enqueue(db, [aNewReferral({ name: 'X' })]);
    await drain(db, clock.deps);
    const [{ row } = { row: null }] = await db.rejected.toArray();
    const mend = (name: string, shown = row!) =>
      editUnsent(db, shown, { name, email: 'x@example.com' });
    await mend('Y');
    await drain(db, clock.deps);
    const [{ row: again } = { row: null }] = await db.rejected.toArray();
    await mend('Yves', again!);
    const outcome = await mend('Xena');
    expect(outcome).toMatchObject({ kind: 'changed', now: { name: 'Yves' } });
    if (outcome.kind === 'changed') await removeUnsent(db, outcome.now.id);
    expect(await mend('Xena')).toEqual({ kind: 'gone' });
  });
});

describe('acts on one referral (rule 25)', () => {
  test('act, remove, act, undo: the later one wins, and nobody conflicts with themselves', async () => {
    const ada = anAdminReferral();
    const desk = new FakeDesk(server, [ada]);
    const set = (status: 'contact_made' | 'completed') =>
      enqueueActs(db, [{ act: 'status', id: ada.id, status, expected: ada.status }]);
    await set('contact_made');
    const [entry] = await readWaiting(db);
    const removed = await removeUnsent(db, entry!.rows[0]!.id);
    await set('completed');
    expect(await restoreUnsent(db, removed!)).toBe(false);
    expect(await readWaitingActs(db)).toEqual(new Map([[ada.id, { status: 'completed' }]]));
    await drain(db, clock.deps);
    expect(desk.rows.get(ada.id)?.status).toBe('completed');
    expect(await readConflicts(db)).toEqual([]);
  });

  test('one that was taken back but had arrived makes the desk ask again (rules 17 and 20)', async () => {
    const ada = anAdminReferral();
    const desk = new FakeDesk(server, [ada]);
    const path = '/api/admin/referrals';
    await db.resources.put({ path, etag: null, cursor: '1', fetchedAt: clock.deps.now() });
    const act = { act: 'status', id: ada.id, status: 'completed', expected: ada.status } as const;
    await enqueueActs(db, [act]);
    const [entry] = await readWaiting(db);
    server.script(ACTS, async (_, serve) => {
      const answer = serve();
      await removeUnsent(db, entry!.rows[0]!.id);
      return answer;
    });
    await drain(db, clock.deps);
    expect(desk.rows.get(ada.id)?.status).toBe('completed');
    expect(await db.resources.get(path)).toMatchObject({ isTouched: true });
  });

  test.each([
    ['on its way', []],
    ['on its way, which could not be written down,', ['outbox']],
    ['on its way from a full device', ['sync', 'outbox']],
  ])('one %s is followed instead of replaced', async (_, full) => {
    const ada = anAdminReferral();
    const desk = new FakeDesk(server, [ada]);
    const set = (status: 'contact_made' | 'completed') =>
      enqueueActs(db, [{ act: 'status', id: ada.id, status, expected: ada.status }]);
    await set('contact_made');
    const times = full.length;
    failStorage({ error: 'QuotaExceededError', stores: full, operations: ['put'], times });
    server.script(ACTS, async (_, serve) => {
      const answer = serve();
      await set('completed');
      return answer;
    });
    await drain(db, clock.deps);
    server.intercept = () => undefined;
    await sendAll();
    expect(desk.rows.get(ada.id)?.status).toBe('completed');
    expect(await readConflicts(db)).toEqual([]);
  });
});

test('an act another tab has secretly in flight is not mistaken for its replacement (rules 25 and 27)', async () => {
  const ada = anAdminReferral();
  const desk = new FakeDesk(server, [ada]);
  const set = (tab: UserDb, status: 'contact_made' | 'completed') =>
    enqueueActs(tab, [{ act: 'status', id: ada.id, status, expected: ada.status }]);
  await set(db, 'contact_made');
  const otherTab = new UserDb(db.userId);
  server.script(ACTS, async (_, serve) => {
    const answer = serve();
    await set(otherTab, 'completed');
    return answer;
  });
  // Neither the sending mark nor the tried mark is stored, so the other tab knows nothing of it.
  failStorage({
    error: 'QuotaExceededError',
    stores: ['sync', 'outbox'],
    operations: ['put'],
    times: 2,
  });
  await drain(db, clock.deps);
  await sendAll();
  // The later wish is not lost: the person is asked.
  expect(desk.rows.get(ada.id)?.status).toBe('contact_made');
  expect(await readConflicts(db)).toMatchObject([{ act: { status: 'completed' } }]);
});

test('a row removed while nobody answers and then put back is sent once (rule 20)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  const [entry] = await readWaiting(db);
  server.intercept = () => cutBefore;
  const removed = await removeUnsent(db, entry!.rows[0]!.id);
  await drain(db, clock.deps);
  await restoreUnsent(db, removed!);
  server.intercept = () => undefined;
  await sendAll();
  expect([...server.rows.values()].map(({ name }) => name)).toEqual(['Ada']);
});

test('a verdict finds its rows in the entry another tab has moved them to (rules 5 and 20)', async () => {
  await enqueue(db, [aNewReferral()]);
  server.script(PUSH, async (_, serve) => {
    const answer = serve();
    const [{ key, ...rest }] = (await db.outbox.toArray()) as [OutboxEntry];
    await db.outbox.delete(key);
    await db.outbox.add({ ...rest, firstKey: key, nextAt: clock.deps.now() + 60_000 });
    return answer;
  });
  await drain(db, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.referrals.count()).toBe(1);
});
