import type { Page } from 'playwright/test';
import { referFromElsewhere, signIn } from '../fixtures/people.ts';
import { connection, listItem } from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { toast } from '../fixtures/toast.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

test('Every page of a signed-in person opens without signal, with what the device has', async ({
  app,
  context,
  page,
  person,
  signal,
}) => {
  const friend = await referFromElsewhere(app, person);
  await signIn(page, person);
  await expect(listItem(page, friend)).toBeVisible();
  await signal.lose();

  const opened = await context.newPage();
  await page.close();
  await opened.goto('/');
  await expect(heading(opened, 'Welcome back, Person')).toBeVisible();
  await expect(listItem(opened, friend)).toContainText('Submitted');
  await expect(connection(opened)).toHaveText('Offline');

  await opened.goto('/referrals');
  await expect(heading(opened, 'My Referrals')).toBeVisible();
  await expect(listItem(opened, friend)).toContainText(friend.email);

  await opened.goto('/rewards');
  await expect(heading(opened, 'Rewards')).toBeVisible();
  await expect(opened.locator('.reward-ladder')).toContainText('50% Tesla Powerwall discount');

  await opened.goto('/profile');
  await expect(opened.getByLabel('Email')).toHaveValue(person.email);

  await opened.goto('/admin');
  await expect(heading(opened, 'Access Denied')).toBeVisible();
  await opened.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(heading(opened, /Welcome back/)).toBeVisible();

  await opened.goto('/auth');
  await expect(opened).toHaveURL('/');
  await expect(heading(opened, /Welcome back/)).toBeVisible();
});

test('The first visit says when the app works without signal, and from then on every URL opens', async ({
  context,
  home: page,
  signal,
}) => {
  await expect(toast(page)).toContainText('Ready to work offline');
  await page.getByRole('link', { name: 'Profile' }).first().click();
  const works = page.locator('dt', { hasText: 'Works without signal' }).locator('+ dd');
  await expect(works).toHaveText('Yes');
  await signal.lose();
  const opened = await context.newPage();
  await page.close();
  for (const [path, title] of [
    ['/', 'Welcome back, Person'],
    ['/referrals', 'My Referrals'],
    ['/rewards', 'Rewards'],
    ['/profile', 'Profile'],
    ['/refer/ABCDEFGH', /your roof belongs in the sun/],
    ['/no/such/page', '404 Page Not Found'],
  ] as const) {
    await opened.goto(path);
    await expect(heading(opened, title)).toBeVisible();
  }
  await opened.goto('/');
  await expect(connection(opened)).toHaveText('Offline');
  await expect(toast(opened)).toBeHidden();
});

test('The public pages open without signal when nobody is signed in', async ({
  context,
  page,
  signal,
}) => {
  await page.goto('/auth');
  await signal.lose();

  const opened = await context.newPage();
  await page.close();
  await opened.goto('/auth');
  await expect(heading(opened, 'Welcome')).toBeVisible();
  await expect(opened.getByRole('form', { name: 'Sign in' })).toBeVisible();
  await expect(opened.getByText('You are offline.')).toBeVisible();

  await opened.goto('/refer/ABCDEFGH');
  await expect(heading(opened, /your roof belongs in the sun/)).toBeVisible();
  await expect(opened.getByText('ABCDEFGH')).toBeVisible();

  await opened.goto('/no/such/page');
  await expect(heading(opened, '404 Page Not Found')).toBeVisible();
  await expect(opened.getByText('Did you forget to add the page to the router?')).toBeVisible();

  await opened.goto('/referrals');
  await expect(opened).toHaveURL('/auth');
  await expect(heading(opened, 'Welcome')).toBeVisible();
});

test('If the connection is lost while the app is being stored, that is completed when it is back', async ({
  consoleGuard,
  context,
  network,
  page,
}) => {
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
});
