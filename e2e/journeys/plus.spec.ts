import { holdShares, sharesOf } from '../fixtures/share-sheet.ts';
import { openAs, signIn } from '../fixtures/people.ts';
import { expectFaultless } from '../fixtures/axe.ts';
import { ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';

test(
  'The plus button opens the form, the share sheet, the code and a full-screen counter card',
  SWEEP,
  async ({ page, person, signal }) => {
    await holdShares(page);
    await signIn(page, person);
    await signal.lose();
    const plus = page.locator('.bottom-add');
    const ways = page.getByRole('navigation', { name: 'Other ways to refer' });
    const dialog = page.getByRole('dialog');

    await plus.click();
    await expect(page.getByRole('form', { name: 'Add New Referral' })).toBeVisible();
    await expect(ways.getByRole('link')).toHaveText([
      'Contacts or text',
      'Share',
      'QR code',
      'Card to scan',
    ]);
    await ways.getByRole('link', { name: 'Share' }).click();
    await expect(dialog.getByRole('link', { name: 'Facebook' })).toBeVisible();
    await dialog.getByRole('button', { name: 'More on this device' }).click();
    await expect.poll(() => sharesOf(page)).toHaveLength(1);
    await expect(dialog).toBeHidden();

    await plus.click();
    await ways.getByRole('link', { name: 'QR code' }).click();
    await expect(dialog.getByRole('img', { name: /^QR code of .+\/refer\// })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await plus.click();
    await ways.getByRole('link', { name: 'Card to scan' }).click();
    const card = page.getByRole('dialog', { name: person.username });
    await expect(card.getByRole('img', { name: /^QR code of .+\/refer\// })).toBeInViewport({
      ratio: 1,
    });
    const { width, height } = page.viewportSize()!;
    await expect.poll(() => card.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expectFaultless(page, 'the counter card', {
      theme: 'dark',
      size: { width, height },
      rules: 'colors',
    });
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  },
);

test.describe('With an on-screen keyboard', () => {
  test.use({ hasTouch: true, isMobile: true });

  test(
    'fields say which keys they want, Enter goes on, and the last act stays above the keyboard',
    ONLINE_SWEEP,
    async ({ home: page }) => {
      await page.locator('.bottom-add').click();
      const form = page.getByRole('form', { name: 'Add New Referral' });
      await expect(form.getByLabel('Email')).toHaveAttribute('inputmode', 'email');
      await expect(form.getByLabel('Phone Number')).toHaveAttribute('inputmode', 'tel');
      await expect(form.getByLabel('Full Name')).toHaveAttribute('enterkeyhint', 'next');
      await expect(form.getByLabel('Address (Optional)')).toHaveAttribute('enterkeyhint', 'go');

      // What an on-screen keyboard leaves of the screen.
      await page.setViewportSize({ width: 390, height: 420 });
      await form.getByLabel('Full Name').focus();
      await page.keyboard.press('Enter');
      await expect(form.getByLabel('Email')).toBeFocused();
      await expect(form.getByRole('button', { name: 'Add Referral' })).toBeInViewport({ ratio: 1 });
    },
  );
});

test(
  'An unknown URL shows a customer the way home, and a developer what to look for',
  ONLINE_SWEEP,
  async ({ consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(404));
    await openAs(page, person, '/no/such/page');
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await expect(page.getByText('There is nothing at this address.')).toBeVisible();
    const hint = page.locator('small', {
      hasText: 'Did you forget to add the page to the router?',
    });
    await expect(hint).toBeVisible();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  },
);
