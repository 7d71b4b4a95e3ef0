import type { Page } from 'playwright/test';
import { showPlace } from '../fixtures/desk-pages.ts';
import { CUSTOMER_PAGES, DESK_PLACES, NOT_FOUND, PAGES, VISITOR_PAGES } from '../fixtures/pages.ts';
import { referFromElsewhere, signIn } from '../fixtures/people.ts';
import { connection, listItem } from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { SWEEP } from '../fixtures/tags.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

test(
  'Every page of a signed-in person opens without signal, with what the device has',
  SWEEP,
  async ({ app, context, page, person, signal }) => {
    const friend = await referFromElsewhere(app, person);
    await signIn(page, person);
    await expect(listItem(page, friend)).toBeVisible();
    await signal.lose();

    const opened = await context.newPage();
    await page.close();
    for (const { path, heading: title, expectOffline } of CUSTOMER_PAGES) {
      await opened.goto(path);
      await expect(heading(opened, title)).toBeVisible();
      await expectOffline(opened, { person, friend });
      await expect(connection(opened)).toHaveText('Offline');
    }
    await opened.goto('/admin');
    await opened.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expect(heading(opened, /Welcome back/)).toBeVisible();

    await opened.goto('/auth');
    await expect(opened).toHaveURL('/');
    await expect(heading(opened, /Welcome back/)).toBeVisible();
  },
);

test(
  'Every place of the desk opens without signal, with what it showed last',
  SWEEP,
  async ({ app, context, page, person, signal }) => {
    await referFromElsewhere(app, person);
    await signIn(page, app.admin);
    for (const place of DESK_PLACES) await showPlace(page, place);
    await signal.lose();

    const opened = await context.newPage();
    await page.close();
    for (const { title, path, text } of DESK_PLACES) {
      await opened.goto(path);
      await expect(opened.getByRole('main').getByText(text).first(), title).toBeVisible();
      await expect(opened.getByText(/^As of /), title).toBeVisible();
    }
  },
);

test('A page that was loaded without the worker is given to it, and works without signal', async ({
  context,
  home: page,
  signal,
}) => {
  await waitForOfflineReady(page);
  const devtools = await context.newCDPSession(page);
  await page.evaluate(() => Object.assign(globalThis, { isBefore: true }));
  // As by a forced reload, which leaves the worker out; WebKit does so to pages that open while the worker starts.
  await devtools.send('Page.reload', { ignoreCache: true });
  await page.waitForFunction(() => !('isBefore' in globalThis));
  await expect(heading(page, /Welcome back/)).toBeVisible();
  await signal.lose();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
});

test('After the first visit the app works without signal, the profile says so, and every URL opens', async ({
  context,
  home: page,
  signal,
}) => {
  await waitForOfflineReady(page);
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByText('Works without signal')).toBeVisible();
  await signal.lose();
  const opened = await context.newPage();
  await page.close();
  for (const { path, heading: title } of [...CUSTOMER_PAGES, PAGES['/refer/$code'], NOT_FOUND]) {
    await opened.goto(path);
    await expect(heading(opened, title)).toBeVisible();
  }
  await opened.goto('/');
  await expect(connection(opened)).toHaveText('Offline');
});

test(
  'The public pages open without signal when nobody is signed in',
  SWEEP,
  async ({ context, page, signal }) => {
    await page.goto('/auth');
    await signal.lose();

    const opened = await context.newPage();
    await page.close();
    for (const { path, heading: title, expectOffline } of VISITOR_PAGES) {
      await opened.goto(path);
      await expect(heading(opened, title)).toBeVisible();
      await expectOffline(opened);
    }
    await opened.goto(NOT_FOUND.path);
    await expect(heading(opened, NOT_FOUND.heading)).toBeVisible();
    await expect(opened.getByText('Did you forget to add the page to the router?')).toBeVisible();

    await opened.goto('/referrals');
    await expect(opened).toHaveURL('/auth');
    await expect(heading(opened, 'Welcome')).toBeVisible();
  },
);

test(
  'If the connection is lost while the app is being stored, that is completed when it is back',
  SWEEP,
  async ({ consoleGuard, context, network, page }) => {
    consoleGuard.allow(LOST_CONNECTION);
    network.setTrouble('down', /\/sw\.js/);
    const warned = page.waitForEvent('console', {
      predicate: (message) => /not stored for use without a connection/.test(message.text()),
    });
    await page.goto('/auth');
    await warned;
    await context.setOffline(true);
    network.setTrouble(undefined);
    await context.setOffline(false);
    await waitForOfflineReady(page);
  },
);
