import { expectAccessible } from '../fixtures/axe.ts';
import { startApp, type OwnApp } from '../fixtures/app-process.ts';
import { findChromium, launchOptionsOf } from '../fixtures/browser.ts';
import { expectFits } from '../fixtures/fits.ts';
import {
  clickShown,
  deliver,
  heldStatuses,
  hidePages,
  isSubscribed,
  shownBy,
  subscribeAt,
} from '../fixtures/notified.ts';
import { makeFriend, signIn, type Friend } from '../fixtures/people.ts';
import { profileAt } from '../fixtures/profile.ts';
import { type PushService, startPushService, type Subscription } from '../fixtures/push-service.ts';
import { addReferral, expectSentOnce, listItem } from '../fixtures/referrals.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, refusedWith, test as base } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import type { Page } from 'playwright/test';
import { SWEEP } from '../fixtures/tags.ts';

interface PushFixtures {
  service: PushService;
  app: OwnApp;
}

/** A server of its own that hands messages to a push service of this machine. */
const test = base.extend<{ subscription: Subscription }, PushFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern, also where nothing is needed.
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ service }, use) => {
      const app = await startApp(service.env);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  subscription: async ({ context, network, service }, use) => {
    await context.grantPermissions(['notifications'], { origin: network.origin });
    await use(await subscribeAt(context, service));
  },
});

// The headless shell shows no notifications.
test.use({ launchOptions: launchOptionsOf(findChromium()) });

const NEWS = {
  title: 'News about one of your referrals',
  body: 'Open it to see how things stand.',
  tag: 'friend_moved',
};

/** Has this device told of news, in the profile. */
async function turnOn(page: Page): Promise<void> {
  await page.goto(profileAt('messages'));
  await page.getByRole('button', { name: 'Tell me on this device' }).click();
  await expect(page.getByRole('button', { name: 'Stop on this device' })).toBeVisible();
}

/** A friend of whom the person is told here. */
async function startWithFriend(app: OwnApp, page: Page): Promise<Friend> {
  const friend = makeFriend();
  await addReferral(page, friend);
  await expectSentOnce(app, friend);
  await waitForOfflineReady(page);
  await turnOn(page);
  return friend;
}

/** The message for the newest news, once the server has handed it to the push service. */
async function nextMessage(service: PushService, subscription: Subscription): Promise<string> {
  await expect.poll(() => service.pushedTo(subscription).length).toBeGreaterThan(0);
  return service.pushedTo(subscription).at(-1) ?? '';
}

const devicesOf = async (app: OwnApp, { id }: { id: string }) =>
  (
    await app.sql(
      `select 1 from push_subscriptions d join sessions s on s.id = d.session_id where s.user_id = $1`,
      [id],
    )
  ).length;

test('Asked by one line after the first referral, a device tells of news without a name, and a click opens the friend without signal', async ({
  app,
  context,
  page,
  person,
  network,
  service,
  signal,
  subscription,
}) => {
  // The browser asks nothing before the press.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', {
      get: () => sessionStorage.getItem('asked') ?? 'default',
    });
    Notification.requestPermission = async () => {
      sessionStorage.setItem('asked', 'granted');
      return 'granted';
    };
  });
  await signIn(page, person);
  await page.goto(profileAt('messages'));
  await expect(page.getByText('Once you have referred somebody')).toBeVisible();
  await page.goto('/');
  const friend = makeFriend();
  await addReferral(page, friend);
  await expect(toast(page)).toContainText('Shall this device tell you how it goes?');
  await expectAccessible(page, 'the question after a referral');
  await expectFits(page, 'the question after a referral');
  await expectSentOnce(app, friend);
  await waitForOfflineReady(page);
  await toast(page).getByRole('button', { name: 'Tell me' }).click();
  await expect(toast(page)).toContainText('This device tells you news');
  expect(await devicesOf(app, person)).toBe(1);
  await page.close();

  await setStatuses(app, person, ['contact_made']);
  const message = await nextMessage(service, subscription);
  expect(message).not.toContain(friend.name);
  await deliver(context, network.origin, message);
  await expect.poll(() => shownBy(context)).toEqual([NEWS]);

  await expect.poll(() => heldStatuses(context, person.id)).toEqual(['contact_made']);
  await signal.lose();
  const opened = await clickShown(context);
  expect(opened).toMatch(/^\/referrals\?referral=[0-9a-f-]{36}$/);
  const again = await context.newPage();
  await again.goto(opened ?? '');
  const details = again.getByRole('dialog', { name: friend.name });
  await expect(details).toContainText('Contact Made');
  expect(await shownBy(context)).toEqual([]);
});

test(
  'While the app is open and in sight it shows the news itself, and a click opens the friend in it',
  SWEEP,
  async ({ app, context, home: page, person, network, service, subscription }) => {
    const friend = await startWithFriend(app, page);
    await page.goto('/referrals');
    await expect(listItem(page, friend)).toContainText('Submitted');
    await setStatuses(app, person, ['contact_made']);
    const message = await nextMessage(service, subscription);
    await deliver(context, network.origin, message);
    await expect(listItem(page, friend)).toContainText('Contact Made');
    expect(await shownBy(context)).toEqual([]);

    // A worker that the browser ended meanwhile sees the page again; a message that comes twice is shown once.
    await expect(async () => {
      await hidePages(context);
      await deliver(context, network.origin, message);
      expect(await shownBy(context)).toEqual([NEWS]);
    }).toPass();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    expect(await clickShown(context)).toBeUndefined();
    await expect(page.getByRole('dialog', { name: friend.name })).toBeVisible();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  },
);

test('A sign-out ends it at once, also without signal', async ({
  app,
  context,
  home: page,
  person,
  network,
  service,
  signal,
  subscription,
}) => {
  await startWithFriend(app, page);
  await setStatuses(app, person, ['contact_made']);
  const message = await nextMessage(service, subscription);
  await signal.lose();
  await page.getByRole('button', { name: 'Log out' }).last().click();
  await expect(page.getByRole('heading', { name: /Sign in|Welcome/ }).first()).toBeVisible();
  await expect.poll(() => isSubscribed(page)).toBe(false);
  await page.close();
  await deliver(context, network.origin, message);
  expect(await shownBy(context)).toEqual([]);
  await signal.regain();
  const again = await context.newPage();
  await again.goto('/auth');
  await expect.poll(() => devicesOf(app, person)).toBe(0);
});

test(
  'A locked device shows nothing, and tells again once it is unlocked',
  SWEEP,
  async ({ app, context, consoleGuard, home: page, person, network, service, subscription }) => {
    consoleGuard.allow(refusedWith(403));
    await startWithFriend(app, page);
    await setStatuses(app, person, ['contact_made']);
    const message = await nextMessage(service, subscription);
    await app.sql(`update users set is_active = 'false' where id = $1`, [person.id]);
    await page.goto('/referrals');
    await expect(page.getByRole('heading', { name: 'Your account is inactive' })).toBeVisible();
    await expect.poll(() => isSubscribed(page)).toBe(false);
    await deliver(context, network.origin, message);
    expect(await shownBy(context)).toEqual([]);
    await app.sql(`update users set is_active = 'true' where id = $1`, [person.id]);
    await page.reload();
    await expect.poll(() => isSubscribed(page)).toBe(true);
  },
);

test(
  'Who is erased elsewhere is told nothing more here',
  SWEEP,
  async ({ app, consoleGuard, home: page, person, subscription }) => {
    consoleGuard.allow(refusedWith(410));
    consoleGuard.allow(refusedWith(401));
    expect(subscription.endpoint).toContain('https://');
    await startWithFriend(app, page);
    await app.sql(`update users set erased_at = now(), is_active = 'false' where id = $1`, [
      person.id,
    ]);
    await page.reload();
    await expect.poll(() => isSubscribed(page)).toBe(false);
  },
);

test(
  'The profile says why a device cannot tell, and the icon counts what waits',
  SWEEP,
  async ({ browser, context, home: page, network, signal }) => {
    await context.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
      navigator.setAppBadge = async (count) => {
        document.documentElement.dataset['badge'] = String(count);
      };
    });
    await page.goto(profileAt('messages'));
    await expect(page.getByText('Your browser blocks notifications from Sunloop.')).toBeVisible();
    await expectFits(page, 'the profile with notifications blocked');
    await page.goto('/');
    await signal.lose();
    await addReferral(page, makeFriend());
    await expect(page.locator('html')).toHaveAttribute('data-badge', '1');
    await signal.regain();
    await expect(page.locator('html')).toHaveAttribute('data-badge', '0');

    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    const iphone = await browser.newContext({ userAgent, baseURL: network.origin });
    await iphone.addCookies(await context.cookies());
    const tab = await iphone.newPage();
    await tab.goto(profileAt('messages'));
    await expect(tab.getByText('add Sunloop to it first')).toBeVisible();
    await iphone.close();
  },
);
