import type { BrowserContext, Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import {
  DEVICE_DB,
  holdOldDatabase,
  NO_PICTURE,
  oldDeviceDb,
  oldUserDb,
  type OldDatabase,
} from '../fixtures/older-database.ts';
import { fillSignIn, makeFriend, signIn, type Person } from '../fixtures/people.ts';
import { addReferral, connection, expectSentOnce } from '../fixtures/referrals.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { readTable } from '../fixtures/stored.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { letOpen, setOpeningTrouble, stubOpening } from '../fixtures/unopened-database.ts';

const OTHER_TAB = 'Sunloop is open in another tab';
const NO_ANSWER = 'Sunloop cannot open its storage';

const userDb = ({ id }: Person) => `referrals-${id}`;
const pageAlone = (page: Page, title: string) => page.getByRole('heading', { name: title });
const banner = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });

/** Signs in, stores the app and leaves, with the session stored on the device. */
async function leaveSignedIn(page: Page, person: Person): Promise<unknown> {
  await signIn(page, person);
  await waitForOfflineReady(page);
  const [session] = await readTable(page, DEVICE_DB, 'device');
  await page.goto('/favicon.svg');
  return session;
}

async function holdInTab(context: BrowserContext, database: OldDatabase): Promise<Page> {
  const tab = await context.newPage();
  await holdOldDatabase(tab, database);
  return tab;
}

test.beforeEach(({ consoleGuard }) => consoleGuard.allow(NO_PICTURE));

test(
  'An older tab that holds the device’s storage is named at the start, even without signal',
  SWEEP,
  async ({ context, page, person, signal }) => {
    const session = await leaveSignedIn(page, person);
    const older = await holdInTab(context, oldDeviceDb(session));
    await signal.lose();
    await page.goto('/referrals');
    await expect(pageAlone(page, OTHER_TAB)).toBeVisible();
    await expect(page.getByText('Close that tab to continue here.')).toBeVisible();
    await page.reload();
    await expect(pageAlone(page, OTHER_TAB)).toBeVisible();
    await expectAccessible(page, 'Storage held by another tab');

    await older.close();
    await expect(pageAlone(page, 'My Referrals')).toBeVisible();
    await expect(pageAlone(page, OTHER_TAB)).toBeHidden();
    await expect(connection(page)).toHaveText('Offline');
  },
);

test(
  'An older tab that holds the device’s storage is named even when nobody is signed in',
  SWEEP,
  async ({ context, page }) => {
    const older = await holdInTab(context, oldDeviceDb());
    await page.goto('/auth');
    await expect(pageAlone(page, OTHER_TAB)).toBeVisible();
    await older.close();
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
    await expect(pageAlone(page, OTHER_TAB)).toBeHidden();
  },
);

test(
  'An older tab that holds the person’s data is named above the page, which then goes on',
  SWEEP,
  async ({ app, context, page, person }) => {
    await leaveSignedIn(page, person);
    const older = await holdInTab(context, oldUserDb(person.id));
    await page.goto('/');
    await expect(banner(page, OTHER_TAB)).toBeVisible();
    await page.reload();
    await expect(banner(page, OTHER_TAB)).toBeVisible();
    await expect(banner(page, OTHER_TAB)).toHaveCount(1);

    await older.close();
    await expect(banner(page, OTHER_TAB)).toBeHidden();
    const friend = makeFriend();
    await addReferral(page, friend);
    await expectSentOnce(app, friend);
    await expect(connection(page)).toHaveText('All sent');
  },
);

test(
  'Signing in while an older tab holds the person’s data names it and goes on',
  SWEEP,
  async ({ context, page, person }) => {
    const older = await holdInTab(context, oldUserDb(person.id));
    await page.goto('/auth');
    await fillSignIn(page, person);
    await expect(banner(page, OTHER_TAB)).toBeVisible();
    await older.close();
    await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
    await expect(banner(page, OTHER_TAB)).toBeHidden();
  },
);

test(
  'Storage that never answers is reported with a way to reload, and the app goes on when it answers',
  SWEEP,
  async ({ context, page, person }) => {
    await stubOpening(context);
    await leaveSignedIn(page, person);
    await page.goto('/auth');
    await setOpeningTrouble(page, DEVICE_DB, 'hangs');
    await page.goto('/');
    await expect(pageAlone(page, NO_ANSWER)).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(pageAlone(page, NO_ANSWER)).toBeVisible();
    await setOpeningTrouble(page, DEVICE_DB, undefined);
    await letOpen(page);
    await expect(pageAlone(page, NO_ANSWER)).toBeHidden();
    await expect(connection(page)).toHaveText('All sent');

    await setOpeningTrouble(page, userDb(person), 'hangs');
    await page.reload();
    await expect(banner(page, NO_ANSWER)).toBeVisible();
    await letOpen(page);
    await expect(banner(page, NO_ANSWER)).toBeHidden();
    await expect(connection(page)).toHaveText('All sent');
  },
);
