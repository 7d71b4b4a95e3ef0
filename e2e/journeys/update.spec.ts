import type { Page } from 'playwright/test';
import {
  hasWaitingWorker,
  offer as prompt,
  publishNextBuild,
  reopen,
  untilItListens,
  untilNextBuild,
} from '../fixtures/next-build.ts';
import { earlierEmail, makeFriend, signIn } from '../fixtures/people.ts';
import { connection, fillReferral } from '../fixtures/referrals.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

/** Requests for files of the build. */
const ASSETS = /^GET \/assets\//;

test('A new version waits until the person agrees, and half-typed text is kept', async ({
  context,
  home: page,
  network,
}) => {
  const open = await reopen(context, page);
  await open.getByRole('link', { name: 'Add New Referral' }).first().click();
  const friend = makeFriend();
  await fillReferral(open, friend);

  await publishNextBuild(network, open);
  await expect(prompt(open)).toBeVisible();
  expect(await hasWaitingWorker(open)).toBe(true);
  await expect(open.getByLabel('Full Name')).toHaveValue(friend.name);

  // By keyboard, over a dialog: the prompt is not part of the page.
  await open.keyboard.press('F6');
  await expect(prompt(open)).toBeFocused();
  await open.keyboard.press('Tab');
  const reloaded = open.waitForEvent('load');
  await open.keyboard.press('Enter');
  await reloaded;
  await expect(open.getByLabel('Full Name')).toHaveValue(friend.name);
  await expect(open.getByLabel('Email')).toHaveValue(friend.email);
  await expect(open.getByLabel('Phone Number')).toHaveValue(friend.phone);
  await expect(prompt(open)).toBeHidden();
  expect(await hasWaitingWorker(open)).toBe(false);
  await untilNextBuild(context);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]) {
  test(
    `The offer of a new version comes back after a toast at ${viewport.width}×${viewport.height}`,
    SWEEP,
    async ({ app, context, network, page, person }) => {
      await page.setViewportSize(viewport);
      await signIn(page, person);
      const open = await reopen(context, page);
      await open.setViewportSize(viewport);
      await publishNextBuild(network, open);
      await expect(prompt(open)).toBeVisible();
      await open.getByRole('link', { name: 'Add New Referral' }).first().click();
      await fillReferral(open, makeFriend({ email: await earlierEmail(app, person) }));
      await open.getByRole('button', { name: 'Add Referral', exact: true }).click();
      await expect(toast(open)).toContainText('You cannot refer yourself');
      await expect(prompt(open)).toBeHidden();
      await toast(open).getByRole('button', { name: 'Dismiss' }).click();
      await expect(prompt(open)).toBeVisible();
      await expect(toast(open)).toBeHidden();
    },
  );
}

/** As many calls as a page full of lists could make; each must bypass the worker. */
const callAllTheTime = (page: Page) =>
  page.evaluate(() => {
    setInterval(() => void fetch('/api/user'), 20);
  });

test(
  'Accepting in one tab brings the new version to the other, which reloads once',
  SWEEP,
  async ({ context, home: page, network }) => {
    const one = await reopen(context, page);
    const other = await context.newPage();
    await other.goto('/referrals');
    await expect(connection(other)).toBeVisible();
    await untilItListens(other);
    let loads = 0;
    other.on('load', () => (loads += 1));

    await publishNextBuild(network, one);
    await expect(prompt(one)).toBeVisible();
    await expect(prompt(other)).toBeVisible();
    // Calls that woke the old worker while it shuts down would keep it, and both tabs, for minutes.
    for (const tab of [one, other]) await callAllTheTime(tab);
    await prompt(one).getByRole('button', { name: 'Reload' }).click();
    for (const tab of [one, other]) {
      await expect(prompt(tab)).toBeHidden();
      await expect(connection(tab)).toHaveText('All sent');
    }
    await untilNextBuild(context);
    expect(loads).toBe(1);
  },
);

test(
  'A version nobody accepted is activated when the app is next opened',
  SWEEP,
  async ({ context, home: page, network }) => {
    const open = await reopen(context, page);
    await publishNextBuild(network, open);
    await expect(prompt(open)).toBeVisible();

    const later = await context.newPage();
    await later.goto('/referrals');
    for (const tab of [open, later]) {
      await expect(prompt(tab)).toBeHidden();
      await expect(connection(tab)).toHaveText('All sent');
    }
    await untilNextBuild(context);
  },
);

test(
  'A page whose files are gone from the server gets them from its worker',
  SWEEP,
  async ({ context, home: page, network }) => {
    const open = await reopen(context, page);
    let loads = 0;
    open.on('load', () => (loads += 1));
    network.setTrouble('gone', ASSETS);
    await open.getByRole('link', { name: 'Rewards' }).first().click();
    await expect(open.getByRole('heading', { name: 'Rewards', exact: true })).toBeVisible();
    expect(loads).toBe(0);
  },
);

test.describe('Without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page whose files are gone reloads once, and says so when that does not help', async ({
    consoleGuard,
    network,
    page,
    person,
  }) => {
    consoleGuard.allow(refusedWith(404));
    consoleGuard.allow(/A part of this page is missing|dynamically imported module/);
    await signIn(page, person);
    await expect(connection(page)).toHaveText('All sent');
    let loads = 0;
    page.on('load', () => (loads += 1));
    network.setTrouble('gone', /\/pages-/);
    await page.getByRole('link', { name: 'Rewards' }).first().click();
    // The error is on the screen before the reload, too, until the server has said that it can be reached.
    await expect.poll(() => loads).toBe(1);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    network.setTrouble(undefined);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Rewards', exact: true })).toBeVisible();
    await expect.poll(() => loads).toBe(2);
  });
});
