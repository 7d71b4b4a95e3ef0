import { expect, test, vi } from 'vitest';
import { readSession } from './device-db.ts';
import { DEVICE_DB_NAME, hasDeviceDb } from './has-device-db.ts';
import { findTrouble } from './storage/trouble.ts';

test('says no before anybody was here, and yes afterwards', async () => {
  expect(await hasDeviceDb()).toBe(false);
  await readSession();
  expect(await hasDeviceDb()).toBe(true);
});

test('says yes when the browser cannot or will not tell', async () => {
  vi.stubGlobal('indexedDB', {});
  expect(await hasDeviceDb()).toBe(true);
  vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new Error('private mode')) });
  expect(await hasDeviceDb()).toBe(true);
});

test('says yes when the browser does not answer, and reports that within two seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { databases: () => new Promise(() => undefined) });
  const answer = hasDeviceDb();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect(await answer).toBe(true);
  expect(findTrouble(DEVICE_DB_NAME)?.kind).toBe('stuck');
});
