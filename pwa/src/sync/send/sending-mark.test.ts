import { beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral } from '../../test/builders.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { readStatus } from '../status.ts';
import { enqueue } from '../waiting/enqueue.ts';
import { drain } from './drain.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
});

const sendingNow = async () => (await readStatus(db, clock.deps.now())).sending;

test('a round that takes a while is marked in all tabs until it ends (rule 13)', async () => {
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  const { promise: held, resolve } = Promise.withResolvers<void>();
  server.script(PUSH, async (_, serve) => {
    await held;
    return serve();
  });
  const draining = drain(db, clock.deps);
  await vi.waitFor(async () => expect(await sendingNow()).toBe(2));
  resolve();
  await draining;
  expect(await sendingNow()).toBe(0);
});

test('a round that ends at once writes the state of sending only with its verdict (rule 13)', async () => {
  await enqueue(db, [aNewReferral()]);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await drain(db, clock.deps);
  const stores = put.mock.contexts.map((store) => (store as IDBObjectStore).name);
  expect(stores.filter((name) => name === 'sync')).toHaveLength(1);
});
