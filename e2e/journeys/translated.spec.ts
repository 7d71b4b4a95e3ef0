import type { Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { codeOf, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { connection } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, test } from '../fixtures/test.ts';
import { translatePage } from '../fixtures/translator.ts';
import { SWEEP } from '../fixtures/tags.ts';

/** Every error of a page; React's own would replace it by the error page. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const figure = (page: Page, title: string) =>
  page.locator('.stat-card').filter({ hasText: title }).getByRole('definition').first();
const heading = (page: Page, name: RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test(
  'A customer whose browser translates walks on, and sees what changes',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const errors = errorsOf(page);
    await translatePage(page);
    await referFromElsewhere(app, person);
    await signIn(page, person);
    await expect(figure(page, 'Rewards Earned')).toHaveText('[$0]');
    await page.getByRole('link', { name: '[Rewards]' }).first().click();
    await expect(page.locator('main')).toContainText('[0');
    await setStatuses(app, person, ['completed']);
    await signal.lose();
    await expect(connection(page)).toHaveText(/\[Offline/);
    await signal.regain();
    await page.getByRole('link', { name: '[Dashboard]' }).first().click();
    const popup = page.locator('.achievement-popup');
    await expect(popup).toContainText('[First Ray]');
    await popup.getByRole('button', { name: 'Close' }).click();
    await expect(figure(page, 'Rewards Earned')).toHaveText('[$300]');
    await page.getByRole('link', { name: '[Rewards]' }).first().click();
    await expect(page.locator('main')).toContainText('[$300');
    await page.getByRole('link', { name: '[Dashboard]' }).first().click();
    await page.getByRole('link', { name: '[Achievements]' }).first().click();
    const dialog = page.getByRole('dialog');
    for (const tab of await dialog.getByRole('tab').all()) await tab.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: '[Referrals]' }).first().click();
    await page.getByRole('link', { name: 'Add New Referral' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '[Add Referral]' }).click();
    await expect(page.getByRole('dialog')).toContainText('[Name must be at least 2 characters]');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '[Profile]' }).first().click();
    await heading(page, /Profile/);
    expect(errors).toEqual([]);
  },
);

test(
  'A visitor whose browser translates asks for a quote',
  SWEEP,
  async ({ app, page, person }) => {
    const errors = errorsOf(page);
    await translatePage(page);
    await page.goto(`/refer/${await codeOf(app, person)}`);
    await page.getByRole('button', { name: /quote/i }).click();
    await expect(page.getByText('[Name must be at least 2 characters]')).toBeVisible();
    await page.getByLabel(/Name/).fill('Vera Visitor');
    await page.getByLabel(/Email/).fill(`${person.id}@example.com`);
    await page.getByLabel(/Phone/).fill('555 0100');
    await page.getByRole('button', { name: /quote/i }).click();
    await expect(page.getByRole('heading', { name: '[Thank you]' })).toBeVisible();
    await page.goto('/auth');
    await page.getByRole('tab', { name: '[Sign Up]' }).click();
    await page.getByRole('tab', { name: '[Sign In]' }).click();
    expect(errors).toEqual([]);
  },
);

test(
  'An admin whose browser translates walks through every panel and its tabs',
  SWEEP,
  async ({ app, page }) => {
    const errors = errorsOf(page);
    await translatePage(page);
    await openDesk(page, app, 'panel=overview');
    const entries = page.getByRole('navigation').filter({ hasText: 'Settings' }).getByRole('link');
    await expect(entries.first()).toBeVisible();
    const names = await entries.allTextContents();
    expect(names.length).toBeGreaterThan(5);
    for (const [at, name] of names.entries()) {
      await entries.nth(at).click();
      if (/Back to Dashboard/.test(name)) {
        await heading(page, /System Dashboard/);
        continue;
      }
      await expect(entries.nth(at)).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('[');
      await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
      for (const tab of await page.getByRole('main').getByRole('tab').all()) {
        await tab.click();
        await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
      }
    }
    expect(errors).toEqual([]);
  },
);
