// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openForms } from '../../ui/forms/open-forms.ts';
import { reloadOnceForLostChunks } from './lost-chunks.ts';

const reload = vi.fn<() => void>();
const server = vi.fn<() => Promise<Response>>();
let page: EventTarget;
let lost: Error;

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  server.mockReset().mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', server);
  lost = new Error('Unable to preload CSS for /assets/pages.css');
  page = Object.assign(new EventTarget(), {
    sessionStorage,
    location: { reload },
  });
  // The few parts of a window that are needed.
  reloadOnceForLostChunks(page as unknown as Window);
});
afterEach(() => openForms.clear());

/** Whether the code that asked for the file learns that it is missing. */
function lose(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true });
  return page.dispatchEvent(Object.assign(event, { payload: lost }));
}

/** Until everything a lost file sets off is done. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a lost file reloads the page once, and whoever asked for it gets the error', async () => {
  expect(lose()).toBe(true);
  expect(lose()).toBe(true);
  await settled();
  expect(reload).toHaveBeenCalledOnce();
  expect(lost.message).toBe('A part of this page is missing.');
});

test('a file that is only unreachable reloads nothing, whatever the browser thinks of the connection', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  lose();
  await settled();
  server.mockResolvedValueOnce(new Response('Bad gateway', { status: 502 }));
  lose();
  await settled();
  expect(reload).not.toHaveBeenCalled();
});

test('a page that is being left is not reloaded, which would keep the person on it, unless they stay', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  page.dispatchEvent(new Event('beforeunload'));
  lose();
  await settled();
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  lose();
  await settled();
  expect(reload).toHaveBeenCalledOnce();
});

test('a lost file does not reload a page with half-typed text that no draft keeps', async () => {
  openForms.add({ keep: undefined });
  lose();
  await settled();
  expect(reload).not.toHaveBeenCalled();
  openForms.clear();
  openForms.add({ keep: async () => true });
  lose();
  await settled();
  expect(reload).toHaveBeenCalledOnce();
});
