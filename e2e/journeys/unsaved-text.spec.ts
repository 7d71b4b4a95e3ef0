import type { BrowserContext, Locator, Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import type { AppProcess } from '../fixtures/app-process.ts';
import { openDesk } from '../fixtures/desk-pages.ts';
import type { Network } from '../fixtures/network.ts';
import {
  hasWaitingWorker,
  offer,
  publishNextBuild,
  reopen,
  untilItListens,
  untilNextBuild,
} from '../fixtures/next-build.ts';
import { fillSignIn, openAs, type Person, signIn } from '../fixtures/people.ts';
import { profileAt } from '../fixtures/profile.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP, variant } from '../fixtures/tags.ts';

const phone = (page: Page) => page.getByRole('form', { name: 'Profile' }).getByLabel(/^Phone/);
/** What a page says when another tab has taken the new version. */
const takenOver = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Sunloop was updated in another tab' });
const press = (notice: Locator, name: string) => notice.getByRole('button', { name }).click();

/** The second tab, opened while a version waits, which would activate it without asking. */
async function openSecond(context: BrowserContext): Promise<Page> {
  const second = await context.newPage();
  await second.goto('/referrals');
  await untilItListens(second);
  return second;
}

async function halfTypeProfile(context: BrowserContext, network: Network, page: Page) {
  const one = await reopen(context, page);
  await one.goto('/profile');
  await untilItListens(one);
  await phone(one).fill('555 0177');
  await publishNextBuild(network, one);
  await expect(offer(one)).toBeVisible();
  return one;
}

test(
  'A half-typed profile is kept when a second tab takes an update at its start, and after Reload',
  SWEEP,
  async ({ context, home: page, network }) => {
    const one = await halfTypeProfile(context, network, page);
    let loads = 0;
    one.on('load', () => (loads += 1));
    const second = await openSecond(context);
    await expect(takenOver(one)).toBeVisible();
    await untilNextBuild(context);
    await expect(offer(second)).toBeHidden();
    expect(loads).toBe(0);
    await expect(phone(one)).toHaveValue('555 0177');

    // Typed and reloaded immediately: there is no pause in which a draft would be saved.
    await phone(one).fill('555 0188');
    await press(takenOver(one), 'Reload');
    await expect(takenOver(one)).toBeHidden();
    await expect(phone(one)).toHaveValue('555 0188');
    expect(loads).toBe(1);
  },
);

test(
  'Text typed after a newer database replaced this page’s is still there after Reload',
  SWEEP,
  async ({ page, person, consoleGuard }) => {
    // The reloaded page is still of this build, and logs that it cannot read the newer data.
    consoleGuard.allow(/NewerStorage|UnreadableStorage/);
    await openAs(page, person, '/profile');
    await phone(page).fill('555 0177');
    await page.evaluate(openNewer, person.id);
    await expect(takenOver(page)).toBeVisible();
    await phone(page).fill('555 0188');
    const loaded = page.waitForEvent('load');
    await press(takenOver(page), 'Reload');
    await loaded;
    expect(await page.evaluate(readDrafts, person.id)).toMatchObject([
      { form: 'profile', values: { phone: '555 0188' } },
    ]);
  },
);

/** Opens the database as a page of a newer build does, with a later version. */
async function openNewer(userId: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(`referrals-${userId}`, 1000);
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
}

function readDrafts(userId: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`referrals-${userId}`);
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.addEventListener('success', () => {
        opening.result.close();
        resolve(reading.result);
      });
    });
  });
}

interface Held {
  what: string;
  /** Opens the form on a page controlled by its worker, and returns the field to type into. */
  open: (page: Page, given: { app: AppProcess; person: Person }) => Promise<Locator>;
}

/** Forms whose text is stored nowhere: passwords, the desk, and browsers that store nothing. */
const HELD: readonly Held[] = [
  {
    what: 'A half-typed password',
    open: async (page, { person }) => {
      await signIn(page, person);
      await waitForOfflineReady(page);
      await page.goto(profileAt('security'));
      return page.getByLabel('New Password', { exact: true });
    },
  },
  {
    what: 'A half-typed form of the desk',
    open: async (page, { app }) => {
      await openDesk(page, app, 'panel=users&tab=add');
      await waitForOfflineReady(page);
      return page.getByRole('form', { name: 'Add User' }).getByLabel('Username');
    },
  },
  {
    what: 'A half-typed referral in a browser that stores nothing',
    open: async (page, { person }) => {
      await page.goto('/auth');
      await waitForOfflineReady(page);
      await refuseStorage(page);
      await page.goto('/auth');
      await fillSignIn(page, person);
      return page.getByRole('form', { name: 'Add New Referral' }).getByLabel('Full Name');
    },
  },
];

const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError');
    };
    IDBFactory.prototype.databases = () => Promise.reject(new DOMException('', 'SecurityError'));
  });

for (const [at, { what, open }] of HELD.entries()) {
  test(
    `${what} holds back the update in every tab until somebody insists`,
    variant(at),
    async ({ app, consoleGuard, context, network, page, person }) => {
      // The page logs what it does without storage.
      consoleGuard.allow(/SecurityError: not in this window/);
      const field = await open(page, { app, person });
      await untilItListens(page);
      await field.fill('Half a word');
      await publishNextBuild(network, page);
      await expect(offer(page)).toBeVisible();

      const second = await openSecond(context);
      await press(offer(second), 'Reload');
      const warned = second.getByRole('status').filter({ hasText: 'Another tab has unsaved text' });
      await expect(warned).toContainText('Finish there first, or reload anyway.');
      expect(await hasWaitingWorker(second)).toBe(true);
      await expect(field).toHaveValue('Half a word');
      await press(warned, 'Dismiss');
      await expect(offer(second)).toBeVisible();

      // Insisting takes the version for this tab; the other one keeps its text.
      await press(offer(second), 'Reload');
      await press(warned, 'Reload anyway');
      await expect(takenOver(page)).toBeVisible();
      await expect(offer(second)).toBeHidden();
      await expect(field).toHaveValue('Half a word');

      await press(takenOver(page), 'Reload');
      const asked = page.getByRole('status').filter({ hasText: 'not saved' });
      await expect(field).toHaveValue('Half a word');
      const loaded = page.waitForEvent('load');
      await press(asked, 'Reload anyway');
      await loaded;
      await expect(takenOver(page)).toBeHidden();
    },
  );
}

test(
  'What a reload would lose is asked about in words everybody can read',
  SWEEP,
  async ({ home: page, person }) => {
    await page.goto(profileAt('security'));
    const field = page.getByLabel('New Password', { exact: true });
    await field.fill('Half a word');
    await page.evaluate(openNewer, person.id);
    await press(takenOver(page), 'Reload');
    const asked = page.getByRole('status').filter({ hasText: 'not saved' });
    await expect(asked).toBeVisible();
    await expectAccessible(page, 'the question before a reload');
    await press(asked, 'Dismiss');
    await expect(takenOver(page)).toBeVisible();
    await expect(field).toHaveValue('Half a word');
  },
);

test(
  'An emptied password form no longer holds back the update',
  SWEEP,
  async ({ context, home: page, network }) => {
    const one = await reopen(context, page);
    await one.goto(profileAt('security'));
    await untilItListens(one);
    const field = one.getByLabel('New Password', { exact: true });
    await field.fill('Half a word');
    await publishNextBuild(network, one);
    await expect(offer(one)).toBeVisible();
    await field.fill('');
    const second = await openSecond(context);
    await untilNextBuild(context);
    for (const tab of [one, second]) await expect(offer(tab)).toBeHidden();
  },
);
