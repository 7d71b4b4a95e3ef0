import type { BrowserContext, Page } from 'playwright/test';
import { fillSignIn, makeFriend, signIn } from '../fixtures/people.ts';
import { profileAt, sectionOf } from '../fixtures/profile.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  openWaiting,
  serverRows,
} from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, test } from '../fixtures/test.ts';
import { putRows, readTable } from '../fixtures/stored.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const refuseStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError');
    };
    IDBFactory.prototype.databases = () => Promise.reject(new DOMException('', 'SecurityError'));
  });

/** As a browser does that runs out of room. */
async function clearDatabases(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test('A browser that stores nothing can add while online, and keeps the text while it is not', async ({
  app,
  consoleGuard,
  context,
  network,
  page,
  person,
}) => {
  consoleGuard.allow(LOST_CONNECTION);
  // The page logs what it does without storage.
  consoleGuard.allow(/SecurityError: not in this window/);
  await refuseStorage(context);
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth$/);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'Online only here' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Add New Referral' });
  const fill = async ({ name, email, phone }: ReturnType<typeof makeFriend>) => {
    await form.getByLabel('Full Name').fill(name);
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Phone Number').fill(phone);
    await form.getByRole('button', { name: 'Add Referral' }).click();
  };
  const [first, second] = [makeFriend(), makeFriend()];
  await fill(first);
  await expect(page.getByText(`Sent: ${first.name}`)).toBeVisible();
  await expectSentOnce(app, first);
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();

  network.setTrouble('answer-lost', /^POST \/api\/referrals/);
  await fill(second);
  await expect(form).toContainText('Our server did not answer');
  await expect(form.getByLabel('Full Name')).toHaveValue(second.name);
  await expect(form.getByRole('button', { name: 'Copy text' })).toBeVisible();
  await expect(toast(page)).toBeHidden();
  await expect(page.locator('body')).not.toContainText('saved on this device');
  network.setTrouble(undefined);
  await form.getByRole('button', { name: 'Add Referral' }).click();
  await expect(page.getByText(`Sent: ${first.name}, ${second.name}`)).toBeVisible();
  await expectSentOnce(app, first, second);
});

test('What waited in a database the browser cleared is reported missing to a person still signed in', async ({
  app,
  network,
  page,
  person,
  signal,
}) => {
  const friends = [makeFriend(), makeFriend()];
  await signIn(page, person);
  await signal.lose();
  for (const friend of friends) await addReferral(page, friend);
  await expect(connection(page)).toHaveText('Offline, 2 waiting');
  await page.goto('about:blank');
  await clearDatabases(page, network.origin);
  // Not before: with signal the worker would send them at once.
  await signal.regain();
  await page.goto('/');
  const notice = page.getByRole('status').filter({ hasText: 'missing on this device' });
  await expect(notice).toContainText('2 unsent items may be missing on this device');
  expect(await serverRows(app, ...friends)).toEqual([]);
  await page.reload();
  await notice.getByRole('button', { name: 'Understood' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(connection(page)).toHaveText('All sent');
  await expect(notice).toBeHidden();
});

test(
  'If the browser clears everything beneath an open page, the page says what is missing until the person has read it',
  SWEEP,
  async ({ app, consoleGuard, network, page, person, signal }) => {
    consoleGuard.allow(/Sync failed on this device/);
    const friends = [makeFriend(), makeFriend()];
    await signIn(page, person);
    await signal.lose();
    for (const friend of friends) await addReferral(page, friend);
    await expect(connection(page)).toHaveText('Offline, 2 waiting');
    await clearDatabases(page, network.origin);
    await signal.regain();
    // It has noticed; who is signed in was cleared, too, so that it may show the sign-in page.
    await expect(connection(page).filter({ hasText: '2 waiting' })).toBeHidden();
    await page.goto('/');
    const notice = page.getByRole('status').filter({ hasText: 'missing on this device' });
    await expect(notice).toContainText('2 unsent items may be missing on this device');
    await page.reload();
    await expect(notice).toContainText('2 unsent items may be missing on this device');
    const after = makeFriend();
    await addReferral(page, after);
    await expectSentOnce(app, after);
    expect(await serverRows(app, ...friends)).toEqual([]);
    await notice.getByRole('button', { name: 'Understood' }).click();
    await page.reload();
    await expect(connection(page)).toHaveText('All sent');
    await expect(notice).toBeHidden();
  },
);

test(
  'If the browser does not protect what has waited for a day, list and profile warn with the count',
  SWEEP,
  async ({ context, page, person, signal }) => {
    await context.addInitScript(() => {
      StorageManager.prototype.persist = () => Promise.resolve(false);
      StorageManager.prototype.persisted = () => Promise.resolve(false);
    });
    await signIn(page, person);
    await signal.lose();
    await addReferral(page, makeFriend());
    await openWaiting(page);
    const waiting = page.getByRole('dialog', { name: 'Sent and waiting' });
    await expect(waiting).toContainText('Waiting to send · 1');
    await expect(waiting).not.toContainText('stored only in this browser');
    const outbox = { database: `referrals-${person.id}`, table: 'outbox' };
    const entries = await readTable<{ savedAt: number }>(page, outbox.database, outbox.table);
    await putRows(
      page,
      outbox,
      entries.map((entry) => ({ ...entry, savedAt: entry.savedAt - DAY_MS })),
    );
    await page.reload();
    await expect(waiting).toContainText('1 unsent item is stored only in this browser');
    await page.goto(profileAt('device'));
    const device = sectionOf(page, 'This device');
    await expect(device).toContainText('1 waiting.');
    await expect(device).toContainText('the browser may clear away what is stored here');
  },
);

test(
  'A person whose installed app would not see what waits in this tab is first offered to send it',
  SWEEP,
  async ({ app, context, page, person, signal }) => {
    await context.addInitScript(() => {
      const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1';
      Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => userAgent });
    });
    await signIn(page, person);
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await page.goto(profileAt('device'));
    const install = page.getByRole('region', { name: 'Install the app' });
    await expect(install).toContainText('1 referral waits here to be sent');
    await expect(install).not.toContainText('Add to Home Screen');

    // Once there is signal it may be sent before anybody presses anything.
    await install.getByRole('link', { name: 'Send first' }).click();
    await expect(page.getByRole('dialog', { name: 'Sent and waiting' })).toBeVisible();
    await signal.regain();
    await expectSentOnce(app, friend);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(install).toContainText('Add to Home Screen');
  },
);
