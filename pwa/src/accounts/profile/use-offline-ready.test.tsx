// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anOpenDb } from '@sunloop/engine/test/builders.ts';
import { useOfflineReady } from './use-offline-ready.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

test('an app that is stored while the profile is open is said to work without signal', async () => {
  const db = await anOpenDb();
  const { promise: ready, resolve: store } = Promise.withResolvers<object>();
  let active: object | null = null;
  const worker = { ready, getRegistration: () => Promise.resolve({ active }) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }));
  const { result } = renderHook(() => useOfflineReady('admin'), withDb(db));
  await db.referrals.count();
  expect(result.current).toBe(false);
  active = {};
  store({ active });
  await waitFor(() => expect(result.current).toBe(true));
});
