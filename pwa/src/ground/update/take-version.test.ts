// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formWatch, openForms, type OpenForm } from '../../ui/forms/open-forms.ts';
import { FakeLocks } from '@sunloop/engine/test/fake-locks.ts';
import { versionTaker } from './take-version.ts';
import { findUnsavedElsewhere, keepOpenForms, tellOtherTabs } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';

const kept: OpenForm = { keep: async () => true };
const unkept: OpenForm = { keep: undefined };
let locks: FakeLocks;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  locks = new FakeLocks();
  vi.stubGlobal('navigator', { locks });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  visibility = 'visible';
});
afterEach(() => {
  openForms.clear();
  formWatch.tell = () => {};
  useUpdate.setState({ notice: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** `controller` is the worker that serves the page, if one does. */
function taker(serviceWorker: { controller: object | null } = { controller: {} }) {
  const reload = vi.fn<() => void>();
  const skipWaiting = vi.fn<() => void>();
  const page = {
    document: {
      get visibilityState() {
        return visibility;
      },
    },
    location: { reload },
    navigator: { serviceWorker },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  };
  // The few parts of a window that are used.
  return { reload, skipWaiting, ...versionTaker(page as unknown as Window, skipWaiting) };
}

test('a cold start takes the waiting version', async () => {
  const { takeAtStart, skipWaiting } = taker();
  await takeAtStart();
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('a cold start leaves it while another tab has text that no draft keeps, but not for text in a draft', async () => {
  const { takeAtStart, skipWaiting } = taker();
  locks.hold('sunloop-open-form unkept other');
  await takeAtStart();
  expect(skipWaiting).not.toHaveBeenCalled();
  locks.drop('sunloop-open-form unkept other');
  locks.hold('sunloop-open-form kept other');
  await takeAtStart();
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('a browser whose locks do not answer holds nobody up who wants to reload', async () => {
  const silent = { query: () => new Promise<never>(() => undefined), request: vi.fn() };
  const asked = findUnsavedElsewhere(silent);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toBeNull();
});

test('a hidden page takes it only while nothing is half typed in any tab', async () => {
  const { takeUnseen, skipWaiting } = taker();
  useUpdate.setState({ notice: 'ready' });
  await takeUnseen();
  visibility = 'hidden';
  locks.hold('sunloop-open-form kept other');
  await takeUnseen();
  locks.drop('sunloop-open-form kept other');
  openForms.add(kept);
  await takeUnseen();
  expect(skipWaiting).not.toHaveBeenCalled();
  openForms.clear();
  await takeUnseen();
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('a page that another tab has updated reloads, unless something is half typed in it', async () => {
  const free = taker();
  free.noteTaken();
  await vi.waitFor(() => expect(free.reload).toHaveBeenCalledOnce());

  openForms.add(kept);
  const typing = taker();
  typing.noteTaken();
  expect(useUpdate.getState().notice).toBe('outdated');
  visibility = 'hidden';
  await typing.takeUnseen();
  expect(typing.reload).not.toHaveBeenCalled();
  // Saved or emptied, and the page is hidden.
  openForms.clear();
  await typing.takeUnseen();
  await vi.waitFor(() => expect(typing.reload).toHaveBeenCalledOnce());
});

test('a page without a worker reloads when it is hidden, unless it has one by then or something is half typed', async () => {
  const early = taker({ controller: null });
  visibility = 'hidden';
  await early.takeUnseen();
  expect(early.reload).not.toHaveBeenCalled();
  early.noteLeftOut();
  visibility = 'visible';
  await early.takeUnseen();
  visibility = 'hidden';
  openForms.add(kept);
  await early.takeUnseen();
  expect(early.reload).not.toHaveBeenCalled();
  openForms.clear();
  await early.takeUnseen();
  await vi.waitFor(() => expect(early.reload).toHaveBeenCalledOnce());

  const served = taker();
  served.noteLeftOut();
  await served.takeUnseen();
  expect(served.reload).not.toHaveBeenCalled();
});

test('a page that lives on although it reloads, because nobody answered, reloads again', async () => {
  const { noteTaken, reload } = taker();
  noteTaken();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledTimes(3);
});

test('the person’s consent reloads a page with a half-typed form, after writing its draft', async () => {
  const order: string[] = [];
  openForms.add({ keep: async () => order.push('kept') > 0 });
  const { apply, noteTaken, reload } = taker();
  reload.mockImplementation(() => order.push('reloaded'));
  apply();
  noteTaken();
  await vi.waitFor(() => expect(order).toEqual(['kept', 'reloaded']));
});

test('consent reloads even if the takeover is never announced, an automatic update not while somebody types', async () => {
  const asked = taker();
  asked.apply();
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked.reload).toHaveBeenCalledOnce();

  const unasked = taker();
  await unasked.takeAtStart();
  openForms.add(kept);
  await vi.advanceTimersByTimeAsync(3000);
  expect(unasked.reload).not.toHaveBeenCalled();
});

test('a tab tells the others about unsaved text, and when it is gone', async () => {
  tellOtherTabs();
  const change = async (forms: OpenForm[], told: string[]) => {
    openForms.clear();
    for (const form of forms) openForms.add(form);
    formWatch.tell();
    const names = () => locks.names().map((name) => name.split(' ').slice(0, 2).join(' '));
    await vi.waitFor(() => expect(names()).toEqual(told));
  };
  await change([kept], ['sunloop-open-form kept']);
  await change([kept, unkept], ['sunloop-open-form unkept']);
  await change([], []);
});

test('a tab’s own text does not count as another tab’s', async () => {
  openForms.add(unkept);
  tellOtherTabs();
  expect(locks.names()).toHaveLength(1);
  expect(await findUnsavedElsewhere()).toBeNull();
});

test('tabs that cannot be asked count as having nothing, with a warning', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  locks.query = () => Promise.reject(new DOMException('no', 'SecurityError'));
  expect(await findUnsavedElsewhere()).toBeNull();
  expect(console.warn).toHaveBeenCalledOnce();
  vi.mocked(console.warn).mockRestore();
});

test('text is kept only when every draft was written, within two seconds', async () => {
  openForms.add(kept);
  expect(await keepOpenForms()).toBe(true);
  openForms.add({ keep: async () => false });
  expect(await keepOpenForms()).toBe(false);
  openForms.clear();
  openForms.add({ keep: () => new Promise<boolean>(() => {}) });
  const late = keepOpenForms();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await late).toBe(false);
});
