import type { Page } from 'playwright/test';
import { showPlace } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { isClear } from '../fixtures/boxes.ts';
import { openMenu } from '../fixtures/navigation.ts';
import { CONSOLE_PLACES, CUSTOMER_PAGES } from '../fixtures/pages.ts';
import {
  earlierEmail,
  makeAdmin,
  makeFriend,
  openAs,
  referFromElsewhere,
  signIn,
} from '../fixtures/people.ts';
import { fillReferral } from '../fixtures/referrals.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { readTable } from '../fixtures/stored.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test.use(WITHOUT_WORKER);

const countNews = async (page: Page, id: string) =>
  (await readTable(page, `referrals-${id}`, 'news')).length;

test(
  'Help closes the menu, and neither it nor the waiting list discards filters',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 3);
    await openAs(page, person, '/referrals?status=contact_made&q=friend');
    await expect(page.getByRole('searchbox')).toHaveValue('friend');
    await openMenu(page);
    await page.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    await expect(page).toHaveURL(/\/referrals\?status=contact_made&q=friend&help=1/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
    await page.locator('.connection-chip:visible').click();
    await page.getByRole('link', { name: /See what/ }).click();
    await expect(page).toHaveURL(/\/referrals\?status=contact_made&q=friend&waiting=1/);
  },
);

test(
  'A device whose storage was cleared while its cookies live finds its person again',
  SWEEP,
  async ({ home: page }) => {
    const client = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await page.goto('/rewards');
    await expect(page.getByRole('heading', { name: 'Rewards', exact: true })).toBeVisible();
  },
);

test(
  'A list left open is fetched again when its page is opened after five minutes',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 1);
    await openAs(page, person, '/referrals');
    await expect(page.getByText(/^As of /)).toBeVisible();
    await app.sql(`update referrals set status = 'completed' where user_id = $1`, [person.id]);
    const lists: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/referrals') lists.push(request.url());
    });
    await page.clock.install();
    await page.clock.fastForward('05:01');
    await page.locator('.bottom-bar').getByRole('link', { name: 'Dashboard' }).click();
    await expect.poll(() => lists.length).toBeGreaterThan(0);
  },
);

test(
  'With larger text no customer’s page scrolls sideways, and the chip leaves the menu alone',
  SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await seedReferrals(app, person, 3);
    await signIn(page, person);
    for (const { path, heading } of CUSTOMER_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      if (path === '/referrals') {
        await expect(page.getByRole('button', { name: 'Friend 3', exact: true })).toBeVisible();
      }
      for (const size of ['150%', '200%']) {
        await page.evaluate((of) => {
          document.documentElement.style.fontSize = of;
        }, size);
        const where = `${path} at ${size}`;
        await expectFits(page, where);
        await expect(async () => {
          const chip = await page.locator('.connection-chip:visible').boundingBox();
          const menu = await page.getByRole('button', { name: 'Open menu' }).boundingBox();
          expect((chip?.x ?? 0) + (chip?.width ?? 0), where).toBeLessThanOrEqual(menu?.x ?? 0);
          expect((menu?.x ?? 0) + (menu?.width ?? 0), where).toBeLessThanOrEqual(390);
        }).toPass();
      }
    }
  },
);

test(
  'In the console too, Help leaves panel and filters as they were',
  SWEEP,
  async ({ app, page }) => {
    await openAs(page, app.admin, '/admin?panel=users&q=ann');
    await expect(page.getByRole('searchbox')).toHaveValue('ann');
    await openMenu(page);
    await page.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    await expect(page).toHaveURL(/panel=users&q=ann&help=1/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/panel=users&q=ann$/);
    await expect(page.getByRole('searchbox')).toHaveValue('ann');
  },
);

test(
  'All Referrals shows its age and is refreshed only by its button',
  SWEEP,
  async ({ app, page }) => {
    await signIn(page, app.admin);
    await referFromElsewhere(app, app.admin);
    await page.goto('/admin?panel=referrals');
    await expect(page.getByText(/^As of /)).toBeVisible();
    const asked = page.waitForRequest(/\/api\/admin\/referrals\?limit=/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await asked;
  },
);

test('On a phone no sticky column hides the users table', SWEEP, async ({ app, page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openAs(page, app.admin, '/admin?panel=users');
  const cell = page.locator('.users-browser .desk-table td').last();
  await expect(cell).toBeAttached();
  expect(await cell.evaluate((node) => getComputedStyle(node).position)).toBe('static');
});

test('On no phone does a page of the console scroll sideways', SWEEP, async ({ app, page }) => {
  await signIn(page, app.admin);
  for (const place of CONSOLE_PLACES) {
    await showPlace(page, place);
    for (const width of [375, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page, `${place.title} at ${width} px`);
    }
  }
});

test(
  'On a phone an achievement waits until an error was dismissed, and neither covers the chip',
  SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openAs(page, person, '/referrals?add=1');
    await fillReferral(page, makeFriend({ email: await earlierEmail(app, person) }));
    const dialog = page.getByRole('dialog', { name: 'Add New Referral' });
    await dialog.getByRole('button', { name: 'Add Referral', exact: true }).click();
    await expect(toast(page)).toContainText('Failed to add referral');
    const chip = page.locator('.connection-chip:visible');
    await expect(chip).toContainText('Needs a fix');
    expect(await isClear(chip, toast(page))).toBe(true);
    await referFromElsewhere(app, person);
    const popup = page.locator('.achievement-popup');
    await expect.poll(() => countNews(page, person.id)).toBeGreaterThan(0);
    await expect(popup).toBeHidden();
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(popup).toBeVisible();
    expect(await isClear(popup, chip)).toBe(true);
  },
);

test(
  'An admin who refers somebody sees the achievement too',
  SWEEP,
  async ({ app, page, person }) => {
    // Somebody who has not referred anybody yet: the popup of an achievement is shown only once.
    await makeAdmin(app, person);
    try {
      await signIn(page, person);
      await referFromElsewhere(app, person);
      await expect(page.locator('.achievement-popup')).toBeVisible();
    } finally {
      // Another journey needs the only admin there is.
      await app.sql(`update users set role = 'customer' where id = $1`, [person.id]);
    }
  },
);
