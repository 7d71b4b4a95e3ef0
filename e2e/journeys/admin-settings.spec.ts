import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { choose } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { uniqueWord } from '../fixtures/people.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

const PAGE_ROWS = 100;

/** Lines of the log about this action. */
const done = (page: Page, deed: string) =>
  page.getByRole('article').getByText(deed, { exact: true });

test('A setting is edited in place, kept within its range, and stored by the server', async ({
  app,
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(refusedWith(400));
  await openDesk(page, app, 'panel=settings');
  const groups = page.getByRole('main').locator('summary');
  await expect(groups.last()).toBeVisible();
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(length, 'two screens').toBeLessThanOrEqual(1800);
  for (const group of (await groups.all()).slice(1)) await group.click();
  const general = page.getByRole('region', { name: 'General' });
  const security = page.getByRole('region', { name: 'Security', exact: true });
  await expect(security.getByText('Fixed').first()).toBeVisible();
  // The others are fixed.
  await expect(security.getByRole('button')).toHaveCount(2);
  await expectDeskAccessible(page, 'Settings');

  await page.getByRole('button', { name: 'Edit Trees per ton' }).click();
  await expect(page.getByRole('button', { name: 'Edit Help phone' })).toBeDisabled();
  const trees = page.getByRole('form', { name: 'Edit Trees per ton' });
  const value = trees.getByRole('textbox', { name: 'Value' });
  await value.fill('1000');
  await trees.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Update Failed');
  await expect(trees.getByText(/^Must be a number from/)).toBeVisible();
  await expectDeskAccessible(page, 'A setting being edited');
  await trees.getByRole('button', { name: 'Cancel' }).click();

  const [before] = await app.sql<{ value: string }>(
    `select value from system_settings where key = 'general.help_email'`,
  );
  const word = uniqueWord();
  await page.getByRole('button', { name: 'Edit Help email' }).click();
  await page.getByLabel('Value').fill(`help.${word}@example.com`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Setting updated');
  await page.reload();
  await expect(page.getByText(`help.${word}@example.com`)).toBeVisible();
  await expect(general.getByText(/^Updated by /)).toBeVisible();
  await groups.filter({ hasText: 'Reward Tiers' }).click();
  await expect(page.getByRole('list', { name: 'Reward tiers' })).toBeVisible();
  await app.sql(
    `update system_settings set value = $1, updated_by = null where key = 'general.help_email'`,
    [before?.value],
  );
});

test(
  'The audit log goes back as far as one scrolls, and is saved as filtered',
  ONLINE_SWEEP,
  async ({ app, page }) => {
    const action = `journey.${uniqueWord()}`;
    await app.sql(
      `insert into audit_logs (id, action, entity, details, created_at)
     select gen_random_uuid(), $1, 'setting', 'line ' || n, now() - make_interval(secs => n)
     from generate_series(1, $2::int) as n`,
      [action, 2 * PAGE_ROWS + 50],
    );
    await openDesk(page, app, `panel=settings&tab=audit&action=${action}`);
    await expect(page.getByText('line 1', { exact: true })).toBeVisible();
    await expectDeskAccessible(page, 'Audit log');
    const last = page.getByText(`line ${2 * PAGE_ROWS + 50}`, { exact: true });
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(last).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByText('That is all.')).toBeVisible();

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^sunloop-audit-log-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(1 + 2 * PAGE_ROWS + 50);

    await choose(page.getByLabel('About'), 'Users');
    await expect(page.getByText('Nothing in the log matches this filter.')).toBeVisible();
    await expect(page).toHaveURL(/entity=user/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    const user = page.getByRole('combobox', { name: 'User' });
    await user.pressSequentially(app.admin.email);
    await expect(page.getByRole('option', { name: new RegExp(app.admin.email) })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(user).toHaveValue(new RegExp(app.admin.email));
    await expect(page).toHaveURL(/user=/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(user).toHaveValue('');

    await page.getByRole('button', { name: /^Calendar From/ }).click();
    const calendar = page.getByRole('dialog', { name: 'From' });
    await expect(calendar.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await page.getByRole('spinbutton', { name: /^month, From/ }).click();
    await page.keyboard.type('07042026');
    await expect(page).toHaveURL(/from=2026-07-04/);
    await expect(done(page, 'Signed in').first()).toBeVisible();
  },
);

test(
  'Security shows sign-in attempts and who is locked out until when',
  ONLINE_SWEEP,
  async ({ app, page }) => {
    const email = `locked.${uniqueWord()}@example.com`;
    await app.sql(
      `insert into login_attempts (id, email, ip_address, success, attempted_at)
     select gen_random_uuid(), $1, '203.0.113.9', 'false', now() from generate_series(1, 5)`,
      [email],
    );
    await openDesk(page, app, 'panel=settings&tab=security');
    await expect(page.getByRole('region', { name: 'Lock-outs' })).toContainText(email);
    await expect(page.getByRole('region', { name: 'Newest attempts' })).toContainText('Refused');
    await expectDeskAccessible(page, 'Security');
  },
);

test(
  'Without signal settings and log are shown with their age, and a change does not wait to be sent',
  SWEEP,
  async ({ app, page, signal }) => {
    await openDesk(page, app, 'panel=settings&tab=audit');
    await expect(done(page, 'Signed in').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByRole('region', { name: 'General' })).toBeVisible();
    await signal.lose();
    await page.reload();
    await expect(page.getByText(/^As of /).first()).toBeVisible();
    await page.getByRole('button', { name: 'Edit Help phone' }).click();
    await page.getByLabel('Value').fill('+1 800 555 0100');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Update Failed');
    await expect(page.getByLabel('Value')).toHaveValue('+1 800 555 0100');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Audit Log' }).click();
    await expect(done(page, 'Signed in').first()).toBeVisible();
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await expect(toast(page)).toContainText('Download Failed');
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByText(/will appear here once there is a connection/)).toBeVisible();
  },
);
