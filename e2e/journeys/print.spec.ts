import type { Locator, Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { seedReferrals, seedUsers } from '../fixtures/many-referrals.ts';
import { openAs, uniqueWord } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
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

/** What the browser was given to print. */
async function printedSheet(page: Page): Promise<Locator> {
  // A dialog of the browser would hold up the page.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  return page.locator('.print-table');
}

test('‘Print’ prints every referral that matches, also those that were not read yet', async ({
  app,
  page,
  person,
}) => {
  await seedReferrals(app, person, 1600);
  await openDesk(page, app, `panel=referrals&status=in_progress&referrer=${person.id}`);
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  const sheet = await printedSheet(page);
  await expect(sheet.getByRole('heading', { name: 'All Referrals' })).toBeVisible();
  await expect(sheet.locator('p')).toContainText(
    `In Progress · Referred by ${person.username} · 533 rows`,
  );
  await expect(sheet.locator('tbody tr')).toHaveCount(533);
  await expect(page.getByRole('main')).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
});

test('‘Print’ prints every user that matches', async ({ app, page }) => {
  const word = uniqueWord();
  await seedUsers(app, word, 520);
  await openDesk(page, app, `panel=users&q=${word}`);
  await expect(page.getByText(/^1–50 of 520/)).toBeVisible();
  const users = await printedSheet(page);
  await expect(users.locator('p')).toContainText(`Search “${word}” · 520 rows`);
  await expect(users.locator('tbody tr')).toHaveCount(520);
});

test('What opens a row prints as its name', async ({ app, page }) => {
  const word = uniqueWord();
  await seedUsers(app, word, 1);
  await openDesk(page, app, `panel=users&q=${word}`);
  const name = page.getByRole('button', { name: `Friend ${word}1`, exact: true });
  await expect(name).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(name).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeHidden();
});

test('What is folded prints open', async ({ app, page, person }) => {
  await seedReferrals(app, person, 5);
  await setStatuses(app, person, ['completed']);
  await openAs(page, person, '/rewards');
  const folded = page.locator('details').getByText(/Friend 1/);
  await expect(page.getByText('And 2 more rewards...')).toBeVisible();
  await expect(folded).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(folded).toBeVisible();
});
