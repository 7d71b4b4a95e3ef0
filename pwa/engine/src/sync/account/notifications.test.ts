import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { notificationRoutes } from '@sunloop/shared-types/messages/push.ts';
import { beforeEach, expect, test } from 'vitest';
import { changeSession } from '../../data/device-db.ts';
import type { UserDb } from '../../data/user-db.ts';
import { cutBefore, jsonAnswer } from '../../test/fake-answers.ts';
import { FakeRegistration, SERVER_KEY } from '../../test/fake-registration.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { signIn, signOut } from '../session/session.ts';
import {
  areNotificationsOn,
  keepNotifications,
  turnNotificationsOff,
  turnNotificationsOn,
} from './notifications.ts';

const { path } = notificationRoutes.ownNotifications;
let server: FakeServer;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let worker: FakeRegistration;
beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
  worker = new FakeRegistration();
  server.more.set(path, (_, { method }) =>
    method === 'GET'
      ? jsonAnswer({ isOn: false, serverKey: SERVER_KEY })
      : new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } }),
  );
});

/** What the server was told, in order. */
const told = () =>
  server.requests.flatMap(({ method, path: asked, body }) =>
    asked === path && method !== 'GET' ? [[method, body]] : [],
  );
const keep = () => keepNotifications(db, worker, clock.deps);
const put = (nth: number) => [
  'PUT',
  { endpoint: `https://push.example/${nth}`, p256dh: 'p', auth: 'a', serverKey: SERVER_KEY },
];

test('a device is told of once it subscribed, and once only', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  expect(told()).toEqual([put(1)]);
  expect(await areNotificationsOn(db)).toBe(true);
  await keep();
  await keep();
  expect(told()).toHaveLength(1);
});

test('the server is told again of what the browser has renewed, and after another sign-in', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  worker.renew();
  await keep();
  expect(told()).toEqual([put(1), put(2)]);
  clock.advance(1000);
  if (server.user) await signIn(server.user, clock.deps);
  await keep();
  expect(told()).toEqual([put(1), put(2), put(2)]);
});

test('the server is told again once its database is another run, which may have lost what it was told', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  await changeSession(db.userId, ({ user }) => ({ user: { ...user, epoch: 'after a failover' } }));
  await keep();
  await keep();
  expect(told()).toEqual([put(1), put(1)]);
});

test('a subscription for another key is made anew', async () => {
  const before = worker.renew();
  Object.assign(before, { options: { applicationServerKey: new ArrayBuffer(65) } });
  await turnNotificationsOn(db, worker, clock.deps);
  expect(worker.ended).toEqual(['https://push.example/1']);
  expect(told()).toEqual([put(2)]);
});

test('what is turned off ends at the server, in the browser and on the screen', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  await worker.showNotification('News');
  await turnNotificationsOff(db, worker, clock.deps);
  expect(told().at(-1)?.[0]).toBe('DELETE');
  expect([worker.subscription, worker.shown, await areNotificationsOn(db)]).toEqual([
    null,
    [],
    false,
  ]);
});

test('without an answer it stays as it is', async () => {
  server.script(path, cutBefore);
  await expect(turnNotificationsOn(db, worker, clock.deps)).rejects.toThrow();
  expect([worker.subscription, await areNotificationsOn(db)]).toEqual([null, false]);
});

test('a sign-out ends it here, also if the server does not know yet', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  await worker.showNotification('News');
  server.script('/api/logout', cutBefore);
  await signOut({ unsent: 'keep' });
  await keep();
  expect([worker.subscription, worker.shown, await areNotificationsOn(db)]).toEqual([
    null,
    [],
    false,
  ]);
});

test('a locked device ends it until it is unlocked', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  await changeSession(db.userId, () => ({ isInactive: true }));
  await keep();
  expect(worker.subscription).toBeNull();
  await changeSession(db.userId, () => ({ isInactive: false }));
  await keep();
  expect(told()).toEqual([put(1), put(2)]);
});

test('a permission that was taken back ends it at the server, too', async () => {
  await turnNotificationsOn(db, worker, clock.deps);
  worker.subscription = null;
  worker.permission = 'denied';
  await keep();
  expect(told().at(-1)?.[0]).toBe('DELETE');
  expect(await areNotificationsOn(db)).toBe(false);
});
