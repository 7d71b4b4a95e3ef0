import { beforeEach, expect, test } from 'vitest';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anAdminReferral, anOpenDb, aUser } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { ACTS, FakeDesk } from '../../test/fake-desk.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from './enqueue.ts';
import { enqueueActs } from '../acts/enqueue-acts.ts';
import { exportWaiting } from './unsent-file.ts';
import { waitingRows } from '../../test/waiting-rows.ts';

const admin = aUser({ role: 'admin' });
let server: FakeServer;
let db: UserDb;
const { deps } = fixedDeps();

beforeEach(async () => {
  server = new FakeServer(admin);
  db = await anOpenDb(admin.id);
  await Promise.all([db.outbox.clear(), db.rejected.clear()]);
});

const put = (entry: object) => db.outbox.add({ savedAt: 1, attempts: 0, ...entry } as never);
const parked = async () => (await db.rejected.toArray()).filter(({ code }) => code === 'damaged');

test('an act that cannot be read is parked, and what follows it is sent (rule 12)', async () => {
  const ada = anAdminReferral();
  const desk = new FakeDesk(server, [ada]);
  const row = { id: aUser().id, name: 'Completed for Ada', email: '' };
  await put({ v: OUTBOX_KINDS.acts.v, rows: [{ ...row, act: { act: 'burn', id: ada.id } }] });
  await put({ v: OUTBOX_KINDS.acts.v, rows: [row] });
  await enqueueActs(db, [{ act: 'status', id: ada.id, status: 'completed', expected: ada.status }]);
  await enqueue(db, [aNewReferral()]);
  await drain(db, deps);
  expect(desk.rows.get(ada.id)?.status).toBe('completed');
  expect(server.rows.size).toBe(1);
  expect((await parked()).map(({ raw }) => raw)).toEqual(
    expect.arrayContaining([expect.stringContaining('burn'), expect.stringContaining(row.id)]),
  );
  expect(server.sentTo(ACTS)).toHaveLength(1);
});

test('entries without rows are parked with their raw text and hold up nothing (rule 12)', async () => {
  await put({ v: 1, rows: [], fileName: 'left of a file' });
  await put({ v: 1, rows: [] });
  await enqueue(db, [aNewReferral()]);
  await drain(db, deps);
  expect(server.rows.size).toBe(1);
  expect(await parked()).toHaveLength(2);
  expect(await exportWaiting(db)).toContain('left of a file');
});

test('the readable rest of a damaged entry is sent, and the damage kept (rule 12)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Ada' }), aNewReferral({ name: 'Bea' })]);
  const [entry] = await db.outbox.toArray();
  await db.outbox.put({ ...entry!, rows: [...entry!.rows, { half: 1 }] });
  await drain(db, deps);
  expect(server.rows.size).toBe(2);
  expect(await parked()).toMatchObject([{ raw: '{"half":1}', row: null }]);
  expect(await db.outbox.count()).toBe(0);
});

test('damage that cannot be stored elsewhere stays, and the readable rows are sent (rules 12 and 28)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  const [entry] = await db.outbox.toArray();
  await db.outbox.put({ ...entry!, rows: [{ half: 1 }, ...entry!.rows] });
  await enqueue(db, [aNewReferral({ name: 'Bea' })]);
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['rejected'] });
  await drain(db, deps);
  mend();
  expect(server.rows.size).toBe(2);
  const left = await waitingRows(db);
  expect(left).toEqual([{ half: 1 }]);
  await drain(db, deps);
  expect(await parked()).toMatchObject([{ raw: '{"half":1}' }]);
  expect(await db.outbox.count()).toBe(0);
});

test('the readable rest of a damaged entry waits if it cannot be sent yet (rule 12)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  const [entry] = await db.outbox.toArray();
  await db.outbox.put({ ...entry!, rows: [...entry!.rows, { half: 1 }] });
  server.intercept = () => cutBefore;
  await drain(db, deps);
  expect(await parked()).toHaveLength(1);
  const waiting = await waitingRows(db);
  expect(waiting.map(({ name }) => name)).toEqual(['Ada']);
});
