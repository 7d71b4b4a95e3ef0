import type { Locator, Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { seedReferrals, seedUsers } from '../fixtures/many-referrals.ts';
import { openAs, uniqueWord } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

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
  // What opens a row is its name.
  await expect(page.locator('.button:not(:is(td, th) *):visible')).toHaveCount(0);
  const { color, background } = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, background: backgroundColor };
  });
  expect([color, background]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ media: null, colorScheme: null });
}

test(
  'A long list of one’s own prints every row, without navigation, dark on white',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 120);
    await openAs(page, person, '/referrals');
    const rows = page.getByRole('list', { name: 'All Referrals' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    expect(before).toBeLessThan(120);
    expect(await printed(page, '[aria-setsize="120"]')).toBe(120);
    await expect.poll(() => rows.count()).toBeLessThan(120);
    await expectPaper(page);
  },
);

test('The desk prints every row it has loaded', SWEEP, async ({ app, page, person }) => {
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

test(
  '‘Print’ prints every referral that matches, also those that were not read yet',
  SWEEP,
  async ({ app, page, person }) => {
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
  },
);

test('‘Print’ prints every user that matches', SWEEP, async ({ app, page }) => {
  const word = uniqueWord();
  await seedUsers(app, word, 520);
  await openDesk(page, app, `panel=users&q=${word}`);
  await expect(page.getByText(/^1–50 of 520/)).toBeVisible();
  const users = await printedSheet(page);
  await expect(users.locator('p')).toContainText(`Search “${word}” · 520 rows`);
  await expect(users.locator('tbody tr')).toHaveCount(520);
});

test('What opens a row prints as its name', SWEEP, async ({ app, page }) => {
  const word = uniqueWord();
  await seedUsers(app, word, 1);
  await openDesk(page, app, `panel=users&q=${word}`);
  const name = page.getByRole('button', { name: `Friend ${word}1`, exact: true });
  await expect(name).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(name).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeHidden();
});

test('What is folded prints open', SWEEP, async ({ app, page, person }) => {
  await seedReferrals(app, person, 5);
  await setStatuses(app, person, ['completed']);
  await openAs(page, person, '/rewards');
  const folded = page.locator('details').getByText(/Friend 1/);
  await expect(page.getByText('And 2 more rewards...')).toBeVisible();
  await expect(folded).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(folded).toBeVisible();
});

test(
  'The audit log prints every line that matches, with its filter in words',
  SWEEP,
  async ({ app, page, person }) => {
    await app.sql(
      `insert into audit_logs (id, user_id, action, entity, entity_id)
     select gen_random_uuid(), $1, 'user.export', 'user', $2 from generate_series(1, 620)`,
      [person.id, person.id],
    );
    await openDesk(page, app, `panel=settings&tab=audit&user=${person.id}&action=user.export`);
    await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
    const sheet = await printedSheet(page);
    await expect(sheet.locator('p')).toContainText('Exported a person’s data');
    await expect(sheet.locator('p')).toContainText('620 rows');
    await expect(sheet.locator('tbody tr')).toHaveCount(620);
  },
);

test(
  'A month of payouts prints every reward of those who are shown',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 4);
    await setStatuses(app, person, ['completed']);
    const month = new Date().toISOString().slice(0, 'YYYY-MM'.length);
    const q = encodeURIComponent(person.email);
    await openDesk(page, app, `panel=programme&tab=payouts&month=${month}&status=unpaid&q=${q}`);
    await expect(page.getByRole('heading', { name: person.username })).toBeVisible();
    const sheet = await printedSheet(page);
    await expect(sheet.locator('p')).toContainText(`To pay · Search “${person.email}” · 4 rows`);
    await expect(sheet.locator('tbody tr')).toHaveText([/\$400/, /\$400/, /\$300/, /\$300/]);
    await expect(page.getByRole('main')).toBeHidden();
  },
);

test(
  'The pay run prints whom and what for, and a slip for each to sign',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 2);
    await setStatuses(app, person, ['completed']);
    await openDesk(page, app, 'panel=programme&tab=payouts');
    const run = page.getByRole('region', { name: 'Pay Run' });
    const own = run
      .getByRole('listitem')
      .filter({ has: page.getByLabel(`Pay ${person.username}`) });
    await expect(own).toContainText('$600');
    await own.getByRole('button', { name: /^What .* is owed for$/ }).click();
    await expectPaper(page);
    await page.emulateMedia({ media: 'print' });
    await expect(own).toContainText('$300 · Reward for Friend 2');
    await expect(own.locator('.desk-checkbox')).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'Print slips' }).click();
    await page.emulateMedia({ media: 'print' });
    const slip = page.locator('.print-slip').filter({ hasText: person.username });
    await expect(slip).toContainText(`$600 for ${person.username}`);
    await expect(slip).toContainText('$300 · Reward for Friend 1');
    await expect(slip.getByText(`Received by ${person.username}`)).toBeVisible();
    await expect(page.getByRole('main')).toBeHidden();
  },
);

const PAGES_ON_PAPER = [
  { what: 'a person', place: (id: string) => `panel=users&user=${id}`, text: 'Sign-ins' },
  { what: 'the reports', place: () => 'panel=overview', text: 'Referrals by Week' },
];

for (const { what, place, text } of PAGES_ON_PAPER)
  test(
    `On paper, ${what} has all its parts and nothing a screen needs`,
    SWEEP,
    async ({ app, page, person }) => {
      await seedReferrals(app, person, 3);
      await openDesk(page, app, place(person.id));
      const part = page.getByRole('heading', { name: text });
      await expect(part).toBeVisible();
      await expectPaper(page);
      await page.emulateMedia({ media: 'print' });
      await expect(part).toBeVisible();
      await page.pdf({ format: 'A4' });
    },
  );
