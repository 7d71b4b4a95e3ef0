import { beforeEach, expect, test } from 'vitest';
import { aUser } from '../test/builders.ts';
import { failStorage } from '../test/failing-storage.ts';
import { deviceDb, readSession, updateSessionUser, writeSession } from './device-db.ts';
import { countTime, lockOf, noteActivity } from './device-lock.ts';

const DAY = 86_400_000;
const T0 = Date.parse('2026-03-01T08:00:00Z');
const user = aUser({ id: 'a1b2c3d4-0000-4000-8000-000000000001' });

async function signInHere(offlineLockDays?: number) {
  const times = { etag: null, fetchedAt: T0, signedInAt: T0 };
  const told = offlineLockDays === undefined ? user : { ...user, offlineLockDays };
  await writeSession({ key: 'session', state: 'active', user: told, ...times });
}
const lockAt = async (day: number) => lockOf(await readSession(), T0 + day * DAY);
const count = (day: number) => countTime(user.id, T0 + day * DAY);
const hear = (day: number) => updateSessionUser(user.id, { fetchedAt: T0 + day * DAY });

beforeEach(async () => {
  await deviceDb.device.clear();
  await signInHere();
});

test('thirty days without an answer from the server lock the device, and no fewer (rule 36)', async () => {
  expect(await lockAt(29.9)).toBeNull();
  expect(await lockAt(30)).toBe('away');
});

test('the setting that came with the user decides (rule 36)', async () => {
  await signInHere(7);
  expect(await lockAt(6.9)).toBeNull();
  expect(await lockAt(7)).toBe('away');
});

test('the server’s confirmation unlocks the device, and the count starts over (rule 36)', async () => {
  await count(31);
  await hear(31);
  expect(await lockAt(31)).toBeNull();
  expect(await lockAt(60.9)).toBeNull();
  expect(await lockAt(61)).toBe('away');
});

test('a clock put back does not unlock what the count has locked (rules 33 and 36)', async () => {
  await count(31);
  expect(await lockAt(1)).toBe('away');
  await count(1);
  expect(await lockAt(-400)).toBe('away');
});

test('a clock that was a year ahead at the confirmation does not add a year (rule 36)', async () => {
  await hear(365);
  for (let day = 1; day <= 32; day += 1) await count(day);
  expect(await lockAt(32)).toBe('away');
});

test('less than an hour is not written', async () => {
  await count(0.02);
  expect(await readSession()).not.toHaveProperty('absence');
  await count(0.05);
  expect(await readSession()).toHaveProperty('absence');
});

test('an inactive account locks the device until the server confirms it, whatever else it says (rule 36)', async () => {
  await noteActivity(user.id, 'inactive');
  expect(await lockAt(0)).toBe('inactive');
  await noteActivity(user.id, 'sign-in');
  expect(await lockAt(0)).toBe('inactive');
  await noteActivity(user.id, null);
  expect(await lockAt(0)).toBeNull();
});

test('another block says nothing about the account', async () => {
  await noteActivity(user.id, 'sign-in');
  expect(await lockAt(0)).toBeNull();
});

test('another person’s session is never touched', async () => {
  const other = 'a1b2c3d4-0000-4000-8000-000000000002';
  await countTime(other, T0 + 31 * DAY);
  await noteActivity(other, 'inactive');
  expect(await lockAt(0)).toBeNull();
});

test('the server’s confirmation counts even if the device is too full to keep it (rules 28 and 36)', async () => {
  await count(31);
  const stop = failStorage({ error: 'QuotaExceededError' });
  await expect(hear(31)).rejects.toThrow();
  stop();
  expect(await lockAt(31)).toBeNull();
});
