import { expect, type Locator, type Page } from 'playwright/test';
import { isClear } from '../fixtures/boxes.ts';
import { expectFits } from '../fixtures/fits.ts';
import { codeOf, makeFriend, openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { connection, fillReferral, listItem } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE, ONLINE_SWEEP } from '../fixtures/tags.ts';
import { test } from '../fixtures/test.ts';

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Referral' });

/** Where something is on the screen. */
async function edgesOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

const LOW = [
  { what: 'On its side', width: 844, height: 390 },
  { what: 'With a keyboard open', width: 390, height: 420 },
];

for (const { what, width, height } of LOW) {
  test(
    `${what}, a phone shows title and Add in one bar and the focused field whole`,
    ONLINE_SWEEP,
    async ({ page, person }) => {
      await page.setViewportSize({ width, height });
      await signIn(page, person);
      await page.goto('/?add=1');
      const title = addDialog(page).getByRole('heading', { name: 'Add New Referral' });
      const add = addDialog(page).getByRole('button', { name: 'Add Referral' });
      for (const label of ['Full Name', 'Email', 'Phone Number', 'Address (Optional)']) {
        const field = addDialog(page).getByLabel(label);
        await field.focus();
        await expect(async () => {
          const [bar, button, whole] = await Promise.all([title, add, field].map(edgesOf));
          if (!bar || !button || !whole) throw new Error('Something is missing');
          expect(button.top, 'title and Add beside each other').toBeLessThan(bar.bottom);
          expect(bar.right).toBeLessThan(button.left);
          expect(whole.top, `${label} below the bar`).toBeGreaterThanOrEqual(button.bottom);
          expect(whole.bottom, `${label} on the screen`).toBeLessThanOrEqual(height);
        }).toPass();
      }
    },
  );
}

test(
  'On its side, a phone shows the act of an invitation and a code with its words',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(`/refer/${await codeOf(app, person)}`);
    await expect(page.getByRole('link', { name: 'Get my free quote' })).toBeInViewport({
      ratio: 1,
    });
    await signIn(page, person);
    for (const place of ['/?qr=1', '/?card=1']) {
      await page.goto(place);
      await expect(page.getByRole('img', { name: /QR code/ })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('figure').locator('figcaption')).toBeInViewport({ ratio: 1 });
    }
  },
);

for (const [width, height] of [
  [844, 390],
  [667, 375],
] as const) {
  test(
    `On its side, at ${width}, My Referrals shows a friend, and the bar stands at the side`,
    ONLINE_SWEEP,
    async ({ app, page, person }) => {
      await page.setViewportSize({ width, height });
      // So many that the page can be scrolled.
      for (let more = 0; more < 4; more += 1) await referFromElsewhere(app, person);
      const friend = await referFromElsewhere(app, person);
      await setStatuses(app, person, ['completed']);
      await openAs(page, person, '/referrals');
      const name = listItem(page, friend).getByRole('button', { name: friend.name });
      await expect(name).toBeInViewport({ ratio: 1 });
      expect(await isClear(name, page.getByRole('navigation', { name: 'Quick' }))).toBe(true);
      await expectFits(page, 'My Referrals on its side');
      for (const entry of await page.locator('.bottom-bar a').all()) {
        const { top, bottom } = await edgesOf(entry);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThanOrEqual(height);
      }
      await page.evaluate(() => scrollTo(0, 120));
      await expect(page.locator('.top-bar'), 'the head scrolls away').not.toBeInViewport();
    },
  );
}

test(
  'In forced colors the current page, the chosen theme and + are seen',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn(page, person);
    const backOf = (what: Locator) =>
      what.evaluate((element) => getComputedStyle(element).backgroundColor);
    const bar = page.locator('.bottom-bar');
    expect(await backOf(bar.getByRole('link', { name: 'Dashboard' }))).not.toBe(
      await backOf(bar.getByRole('link', { name: 'Rewards' })),
    );
    await expect(bar.locator('.bottom-add')).toHaveCSS('border-top-style', 'solid');
    await page.getByRole('button', { name: /menu/i }).click();
    const theme = page.getByRole('radiogroup', { name: 'Theme' }).filter({ visible: true });
    expect(await backOf(theme.getByRole('radio', { name: 'System' }))).not.toBe(
      await backOf(theme.getByRole('radio', { name: 'Dark' })),
    );
  },
);

test(
  'What could not be saved for want of space is never followed by All sent',
  ONLINE,
  async ({ consoleGuard, home: page }) => {
    consoleGuard.allow(/could not be saved|could not store/);
    await expect(connection(page)).toHaveText('All sent');
    await page.evaluate(() => {
      const add = Reflect.get(IDBObjectStore.prototype, 'add');
      const state = { isFull: true };
      Object.assign(window, { makeRoom: () => (state.isFull = false) });
      IDBObjectStore.prototype.add = function (...args) {
        if (state.isFull && this.name === 'outbox') {
          throw new DOMException('No space', 'QuotaExceededError');
        }
        return add.apply(this, args);
      };
    });
    await page.getByRole('link', { name: 'Add New Referral' }).first().click();
    await fillReferral(page, makeFriend());
    await addDialog(page).getByRole('button', { name: 'Add Referral' }).click();
    await expect(addDialog(page)).toContainText('This device is full, so nothing was saved.');
    await expect(connection(page)).toHaveText('This device is full');
    await page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom());
    await addDialog(page).getByRole('button', { name: 'Add Referral' }).click();
    await expect(addDialog(page)).toBeHidden();
    await expect(connection(page)).toHaveText('All sent');
  },
);

test(
  'The sheet of achievements has its height while it loads',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, person);
    const open = Promise.withResolvers<void>();
    await page.route('**/api/achievements/*', async (route) => {
      await open.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Achievements' }).click();
    const sheet = page.getByRole('dialog', { name: 'Achievements' });
    await expect(sheet.getByRole('status')).toBeVisible();
    await expect(sheet).toHaveCSS('height', /^675\./);
    open.resolve();
    await expect(sheet.getByRole('tab', { name: /^Earned/ })).toBeVisible();
    await expect(sheet).toHaveCSS('height', /^675\./);
  },
);

test('The help line has its place before it comes', ONLINE_SWEEP, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/rewards/programme', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Sign in' });
  await expect(form).toBeVisible();
  const before = await edgesOf(form);
  answer.resolve();
  await expect(page.getByText('Need help?')).toBeVisible();
  expect(await edgesOf(form)).toEqual(before);
});
