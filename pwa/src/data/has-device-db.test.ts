import { expect, test, vi } from 'vitest';
import { readSession } from './device-db.ts';
import { hasDeviceDb } from './has-device-db.ts';

test('says no before anybody was here, and yes afterwards', async () => {
  expect(await hasDeviceDb()).toBe(false);
  await readSession();
  expect(await hasDeviceDb()).toBe(true);
});

test('says yes where the browser cannot or will not tell', async () => {
  vi.stubGlobal('indexedDB', {});
  expect(await hasDeviceDb()).toBe(true);
  vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new Error('private mode')) });
  expect(await hasDeviceDb()).toBe(true);
});
