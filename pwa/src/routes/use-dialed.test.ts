// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { useDialed } from './use-dialed.ts';
import '../test/page/setup.ts';

test('a phone is dialed as the library reads it, where the company is, and another one anew', async () => {
  await aSignedInDevice(aUser({ country: 'GB' }));
  const initialProps: { phone: string | null } = { phone: 'flat 4, 020 7946 0018' };
  const { result, rerender } = renderHook(({ phone }) => useDialed(phone), { initialProps });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBe('+442079460018'));
  rerender({ phone: '+1 520 555 0117' });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBe('+15205550117'));
  rerender({ phone: null });
  expect(result.current).toBeUndefined();
});
