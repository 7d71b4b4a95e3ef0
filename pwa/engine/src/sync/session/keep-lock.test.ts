import { afterEach, expect, test, vi } from 'vitest';
import { readSession, updateSessionUser } from '../../data/device-db.ts';
import { lockOf } from '../../data/device-lock.ts';
import { refusal } from '../../test/fake-answers.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { checkUser } from '../answers/check-user.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { keepLock } from './keep-lock.ts';
import { aNewReferral } from '../../test/builders.ts';
import { exportWaiting } from '../outbox/unsent-file.ts';

const DAY = 86_400_000;
let stop = (): void => undefined;
afterEach(() => stop());

async function aKeptDevice() {
  const device = await aSignedInDevice();
  const page = fakeWindow();
  stop = keepLock({ db: device.db, window: page.window }, device.clock.deps);
  const lock = async () => lockOf(await readSession(), device.clock.deps.now());
  return { ...device, page, lock };
}

test('a page somebody comes back to after thirty days counts them, and the server’s confirmation unlocks it (rule 36)', async () => {
  const { db, clock, page, lock } = await aKeptDevice();
  clock.advance(30 * DAY);
  page.emit('focus');
  await vi.waitFor(async () => expect(await readSession()).toHaveProperty('absence'));
  // Setting the clock back changes nothing now.
  clock.advance(-30 * DAY);
  expect(await lock()).toBe('away');
  expect(await checkUser(db, clock.deps)).toBe(true);
  expect(await lock()).toBeNull();
});

test('the lock stays if the server says no or nobody answers (rule 36)', async () => {
  const { db, server, clock, lock } = await aKeptDevice();
  clock.advance(31 * DAY);
  server.user = null;
  expect(await checkUser(db, clock.deps)).toBe(false);
  expect(await lock()).toBe('away');
});

test('an inactive account locks the device, and the request to sign in again does not unlock it (rule 36)', async () => {
  const { db, server, clock, lock, user } = await aKeptDevice();
  server.script(
    '/api/user',
    () => refusal(403, 'inactive'),
    () => refusal(401, 'unauthenticated'),
  );
  await checkUser(db, clock.deps);
  await vi.waitFor(async () => expect(await lock()).toBe('inactive'));
  await checkUser(db, clock.deps);
  await updateSessionUser(user.id, { user });
  expect(await lock()).toBe('inactive');
  await checkUser(db, clock.deps);
  await vi.waitFor(async () => expect(await lock()).toBeNull());
});

test('what waits stays behind the lock and can be saved as a file (rule 36)', async () => {
  const { db, clock, lock } = await aKeptDevice();
  await enqueue(db, [aNewReferral({ name: 'Ada Waiting' })]);
  clock.advance(400 * DAY);
  expect(await lock()).toBe('away');
  expect(await db.outbox.count()).toBe(1);
  expect(await exportWaiting(db)).toContain('Ada Waiting');
});
