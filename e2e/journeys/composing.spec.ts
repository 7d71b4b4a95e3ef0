import type { CDPSession } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

/** Presses a key while an input method composes, as Chromium reports it to the page. */
async function pressComposing(cdp: CDPSession, key: 'Escape' | 'Enter'): Promise<void> {
  await cdp.send('Input.imeSetComposition', { text: 'さと', selectionStart: 2, selectionEnd: 2 });
  const windowsVirtualKeyCode = 229;
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode });
  await cdp.send('Input.insertText', { text: '佐藤' });
}

test(
  'Escape and Enter that compose a name neither close nor submit its form',
  SWEEP,
  async ({ home: page, context }) => {
    const cdp = await context.newCDPSession(page);
    await page.getByRole('link', { name: 'Add New Referral' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Referral' });
    await dialog.getByLabel('Full Name').focus();
    await pressComposing(cdp, 'Escape');
    await pressComposing(cdp, 'Enter');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Full Name')).toHaveValue('佐藤佐藤');
    await expect(dialog.locator('.text-field-error')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
);

test(
  'the finder opens by Ctrl+K on a keyboard of another script, and keeps what is being composed',
  SWEEP,
  async ({ app, page, context }) => {
    await openDesk(page, app, 'panel=overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const cdp = await context.newCDPSession(page);
    const ctrlK = { key: 'л', code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 };
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...ctrlK });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...ctrlK });
    const finder = page.getByRole('dialog');
    await expect(finder).toBeVisible();
    await pressComposing(cdp, 'Escape');
    await expect(finder).toBeVisible();
    await expect(finder.getByRole('combobox').or(finder.getByRole('searchbox'))).toHaveValue(
      '佐藤',
    );
  },
);

test(
  'Escape that composes clears no search and closes no setting',
  SWEEP,
  async ({ app, page, context }) => {
    await openDesk(page, app, 'panel=referrals');
    const cdp = await context.newCDPSession(page);
    const search = page.getByRole('main').getByRole('searchbox').first();
    await search.focus();
    await pressComposing(cdp, 'Escape');
    await expect(search).toHaveValue('佐藤');
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');

    await page.goto('/admin?panel=settings');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const form = page.getByRole('form', { name: /^Edit/ });
    await form.getByRole('textbox').focus();
    await pressComposing(cdp, 'Escape');
    await pressComposing(cdp, 'Enter');
    await expect(form).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
  },
);
