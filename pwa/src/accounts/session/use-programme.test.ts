// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useProgramme } from './use-programme.ts';
import '../../test/page/setup.ts';

const server = vi.fn<() => Promise<Response>>();

test('whether the server can be reached is asked, whatever the browser thinks, and asked again', async () => {
  vi.stubGlobal('fetch', server);
  expect(navigator.onLine).toBe(true);
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  const { result, unmount } = renderHook(() => useProgramme());
  await waitFor(() => expect(result.current.isAway).toBe(true));
  server.mockResolvedValue(new Response('Bad gateway', { status: 502 }));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(result.current.isAway).toBe(false));
  unmount();
  server.mockClear();
  window.dispatchEvent(new Event('online'));
  expect(server).not.toHaveBeenCalled();
});
