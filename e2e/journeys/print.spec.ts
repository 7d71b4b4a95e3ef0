import type { Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { openAs } from '../fixtures/people.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

/** Prints the page; returns how many elements were drawn at that moment. */
async function printed(page: Page, selector: string): Promise<number> {
  await page.evaluate((rows) => {
    window.addEventListener(
      'beforeprint',
      () => {
        document.body.dataset['printed'] = String(document.querySelectorAll(rows).length);
      },
      { once: true },
    );
  }, selector);
  await page.pdf({ format: 'A4' });
  return Number(await page.locator('body').getAttribute('data-printed'));
}

/** What only a screen needs, and colors of the dark theme. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation').locator('visible=true')).toHaveCount(0);
  await expect(page.locator('.button:visible')).toHaveCount(0);
  const { color, background } = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, background: backgroundColor };
  });
  expect([color, background]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ media: null, colorScheme: null });
}

test('A long list of one’s own prints every row, without navigation, dark on white', async ({
  app,
  page,
  person,
}) => {
  await seedReferrals(app, person, 120);
  await openAs(page, person, '/referrals');
  const rows = page.getByRole('list', { name: 'All Referrals' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  expect(before).toBeLessThan(120);
  expect(await printed(page, 'li[aria-setsize="120"]')).toBe(120);
  await expect.poll(() => rows.count()).toBeLessThan(120);
  await expectPaper(page);
});

test('The desk prints every row it has loaded', async ({ app, page, person }) => {
  await seedReferrals(app, person, 80);
  await openDesk(page, app, 'panel=referrals');
  const rows = page.getByRole('grid', { name: 'All Referrals' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  expect(await rows.count()).toBeLessThan(80);
  expect(await printed(page, '.desk-rows [role="row"]')).toBeGreaterThanOrEqual(80);
  await expectPaper(page);
});
