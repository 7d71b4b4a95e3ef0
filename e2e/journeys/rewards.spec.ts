import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { COPIED_LABEL_MS } from '@sunloop/shared-types/limits.ts';
import type { Page } from 'playwright/test';
import { fillSignIn, openAs, referFromElsewhere, signIn, uniqueWord } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const PICTURE = fileURLToPath(new URL('../../pwa/public/icons/any-192.png', import.meta.url));

const figure = (page: Page, title: string) =>
  page.locator('.stat-card').filter({ hasText: title }).getByRole('definition').first();

test(
  'Somebody new sees what there is to earn, and no money',
  ONLINE_SWEEP,
  async ({ home: page }) => {
    await expect(figure(page, 'Rewards Earned')).toHaveText('$0');
    await expect(figure(page, 'Total Referrals')).toHaveText('0');
    await expect(page.getByText('Ready to Make an Impact?')).toBeVisible();
    await expect(page.getByText(/^No referrals yet. Share your link/)).toBeVisible();

    await page.getByRole('link', { name: 'View all tiers' }).click();
    await expect(page.getByText('0 / 10')).toBeVisible();
    await expect(page.getByText('No rewards yet.')).toBeVisible();
    await expect(page.locator('.reward-ladder')).toContainText('50% Tesla Powerwall discount');
  },
);

test('A completed referral pays, pops up, and stays readable without signal', async ({
  app,
  page,
  person,
  signal,
}) => {
  await referFromElsewhere(app, person);
  await setStatuses(app, person, ['completed']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, person);
  const popup = page.locator('.achievement-popup');
  await expect(popup).toContainText('First Ray');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup, 'the next one in the queue').not.toContainText('First Ray');
  await expect(figure(page, 'Rewards Earned')).toHaveText('$300');
  await expect(figure(page, 'Successful')).toHaveText('1');
  await page.getByText(/^Your referrals save .* tons of CO₂\.$/).click();
  await expect(page.getByText('Outstanding Environmental Impact!')).toBeVisible();

  await page.getByRole('link', { name: 'Achievements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Achievements' });
  await expect(dialog.getByRole('tab', { name: 'Earned (3)' })).toBeVisible();
  await expect(dialog.getByText('Complete previous achievements to unlock').first()).toBeHidden();
  await dialog.getByText(/^\d+ more to earn$/).click();
  await expect(dialog.getByText('Complete previous achievements to unlock').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Share First Ray' }).click();
  const picture = await readFile(await (await download).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  await dialog.getByRole('tab', { name: /^Locked/ }).click();
  await expect(dialog.getByText('Complete previous achievements to unlock').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/rewards');
  await expect(page.getByText('1 / 10')).toBeVisible();
  await expect(page.locator('.reward-ladder')).toBeHidden();
  await page.getByText('All rewards and rules').click();
  await expect(page.getByText('x1', { exact: true }).first()).toBeVisible();
  await signal.lose();
  await page.reload();
  await expect(figure(page, 'Total Rewards Earned')).toHaveText('$300');
  await expect(page.getByText(/^As of /).first()).toBeVisible();
});

test(
  'The link can be copied, shared in the right words and shown as a code',
  ONLINE_SWEEP,
  async ({ context, page, person }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await signIn(page, person);
    const link = await page.getByRole('textbox', { name: 'Your referral link' }).inputValue();
    expect(link).toMatch(/\/refer\/[0-9A-Z]{8}$/);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    await page.clock.runFor(COPIED_LABEL_MS);
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    await page.clock.resume();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect(page.getByRole('link', { name: 'Test Link' })).toHaveAttribute('href', link);

    await page.getByRole('button', { name: 'Share' }).click();
    const tweet = await page.getByRole('link', { name: 'Twitter' }).getAttribute('href');
    expect(new URL(tweet ?? '').searchParams.get('text')).toBe(
      'Join Sunloop and get solar power for your home!',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'QR code' }).click();
    await expect(page.getByRole('img', { name: `QR code of ${link}` })).toBeVisible();
  },
);

test(
  'The profile can be changed, refusals are explained, and the new password replaces the old',
  ONLINE_SWEEP,
  async ({ consoleGuard, page, person }) => {
    consoleGuard.allow(/status of 401/);
    await openAs(page, person, '/profile');
    const profile = page.getByRole('form', { name: 'Profile' });
    await profile.getByLabel('Username').fill('Renamed Person ' + uniqueWord());
    await profile.getByLabel('Phone (Optional)').fill('555 0199');
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Your changes have been saved.')).toBeVisible();

    await page.getByLabel('Choose a picture').setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    await expect(page.getByText('File too large')).toBeVisible();
    await expect(page.getByText('Please select an image smaller than 5MB.')).toBeVisible();
    await page.getByLabel('Choose a picture').setInputFiles(PICTURE);
    await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();

    await page.getByRole('heading', { name: 'Sign-in and security' }).click();
    const password = page.getByRole('form', { name: 'Change Password' });
    await password.getByLabel('New Password').fill('battery staple');
    await password.getByLabel('Confirm Password').fill('batteries');
    await password.getByRole('button', { name: 'Update Password' }).click();
    await expect(password.getByText("Passwords don't match")).toBeVisible();
    await password.getByLabel('Confirm Password').fill('battery staple');
    await password.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();

    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page).toHaveURL('/auth');
    // By the form, which waits for the sign-out: that would end a session given beside it.
    await fillSignIn(page, { email: person.email, password: 'battery staple' });
    await expect(page.getByRole('heading', { name: 'Welcome back, Renamed' })).toBeVisible();
  },
);
