import type { BrowserContext } from 'playwright/test';
import { BACKGROUND_SYNC_TAG, fireBackgroundSync } from '../fixtures/background-sync.ts';
import { findChromium, launchOptionsOf } from '../fixtures/browser.ts';
import { makeFriend, signIn } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  leaveUnsent,
  listItem,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';

// The headless shell has no Background Sync.
test.use({ launchOptions: launchOptionsOf(findChromium()) });

test('Background Sync sends what was saved right before the app was closed', async ({
  app,
  context,
  home: page,
  network,
  person,
  signal,
}) => {
  await signal.lose();
  const friend = makeFriend();
  await addReferral(page, friend);
  expect(await registeredTags(context)).toEqual([BACKGROUND_SYNC_TAG]);
  await page.close({ runBeforeUnload: false });
  expect(await serverRows(app, friend)).toEqual([]);

  await signal.regain();
  await fireBackgroundSync(context, network.origin);
  await expectSentOnce(app, friend);
  expect(context.pages().map((open) => open.url())).toEqual(['about:blank']);

  const opened = await context.newPage();
  await opened.goto('/');
  await expect(listItem(opened, friend)).toContainText('Submitted');
  expect(await waitingRows(opened, person.id)).toEqual([]);
  await expectSentOnce(app, friend);
});

test('Without Background Sync, what was saved is sent at the next start', async ({
  app,
  context,
  page,
  person,
  signal,
}) => {
  await context.addInitScript(() => {
    // An empty page, where the context starts, has no service workers at all.
    if (!('ServiceWorkerRegistration' in globalThis)) return;
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
  await signIn(page, person);
  const friend = await leaveUnsent({ app, page, signal });

  const opened = await context.newPage();
  await opened.goto('/');
  await expect(connection(opened)).toHaveText('All sent');
  await expect(listItem(opened, friend)).toContainText('Submitted');
  await expectSentOnce(app, friend);
});

/** The tags for which the browser was asked to wake the worker. */
async function registeredTags(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker runs');
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as {
      registration: { sync: { getTags(): Promise<string[]> } };
    };
    return registration.sync.getTags();
  });
}
