// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openForms } from '../../ui/open-forms.ts';
import { reloadOnceForLostChunks } from './lost-chunks.ts';

const reload = vi.fn<() => void>();
let page: EventTarget;

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  page = Object.assign(new EventTarget(), {
    navigator: { onLine: true },
    sessionStorage,
    location: { reload },
  });
  // The few parts of a window that are needed.
  reloadOnceForLostChunks(page as unknown as Window);
});
afterEach(() => openForms.clear());

/** Whether the code that asked for the file learns that it is missing. */
function lose(): boolean {
  return page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}

test('a lost file reloads the page once, and whoever asked for it gets the error', () => {
  expect(lose()).toBe(true);
  expect(lose()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('a lost file does not reload a page with half-typed text that no draft keeps', () => {
  openForms.add({ keep: undefined });
  lose();
  expect(reload).not.toHaveBeenCalled();
  openForms.clear();
  openForms.add({ keep: async () => true });
  lose();
  expect(reload).toHaveBeenCalledOnce();
});
