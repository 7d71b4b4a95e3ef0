import type { Locator } from 'playwright/test';
import { csvFile, pickFile } from '../fixtures/csv-files.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { makeFriend, signIn } from '../fixtures/people.ts';
import { connection, expectSentOnce, listItem, serverRows } from '../fixtures/referrals.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

/** Goes to a control and presses it, as somebody without a mouse does. */
async function press(target: Locator): Promise<void> {
  const page = target.page();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test(
  'A person can sign in and add a referral by keyboard alone',
  ONLINE,
  async ({ app, page, person }) => {
    await page.goto('/auth');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(person.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();

    await tabTo(page, page.getByRole('link', { name: 'Add New Referral' }).first());
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const friend = makeFriend();
    await tabTo(page, dialog.getByLabel('Full Name'));
    await page.keyboard.type(friend.name);
    await tabTo(page, dialog.getByLabel('Email'));
    await page.keyboard.type(friend.email);
    await tabTo(page, dialog.getByLabel('Phone Number'));
    await page.keyboard.type(friend.phone);
    await tabTo(page, dialog.getByRole('button', { name: 'Add Referral' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(listItem(page, friend)).toContainText('Submitted');
    await expectSentOnce(app, friend);
  },
);

test(
  'Without signal a person can add, correct, remove and undo by keyboard alone, and all is sent once',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await signIn(page, person);
    await signal.lose();
    const dialog = page.getByRole('dialog');
    const friend = makeFriend();
    await press(page.getByRole('link', { name: 'Add New Referral' }).first());
    await tabTo(page, dialog.getByLabel('Full Name'));
    await page.keyboard.type(`${friend.name} Typo`);
    await tabTo(page, dialog.getByLabel('Email'));
    await page.keyboard.type(friend.email);
    await tabTo(page, dialog.getByLabel('Phone Number'));
    await page.keyboard.type(friend.phone);
    await press(dialog.getByRole('button', { name: 'Add Referral' }));
    await expect(dialog).toBeHidden();
    await expect(connection(page)).toHaveText('Offline, 1 waiting');

    await press(page.locator('.connection-chip:visible'));
    await press(page.getByRole('link', { name: 'See what’s waiting' }));
    await press(dialog.getByRole('button', { name: `Edit ${friend.name} Typo` }));
    const name = page.getByRole('dialog').getByLabel('Full Name');
    await expect(name).toBeVisible();
    await tabTo(page, name);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(friend.name);
    await press(page.getByRole('dialog').getByRole('button', { name: /^Save/ }));
    await press(dialog.getByRole('button', { name: `Remove ${friend.name}` }));
    await expect(dialog.getByRole('button', { name: `Remove ${friend.name}` })).toBeHidden();
    await press(dialog.getByRole('button', { name: 'Undo' }));
    await expect(dialog.getByRole('button', { name: `Remove ${friend.name}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await serverRows(app, friend)).toEqual([]);

    await signal.regain();
    await expect(connection(page)).toHaveText('All sent');
    await expect(listItem(page, friend)).toContainText('Submitted');
    await expectSentOnce(app, friend);
  },
);

test(
  'Without signal people are pasted, chosen and handed over by keyboard alone',
  SWEEP,
  async ({ app, home: page, signal }) => {
    const [maya, tom] = [makeFriend({ name: 'Maya Lopez' }), makeFriend({ name: 'Tom Ray' })];
    await signal.lose();
    const dialog = page.getByRole('dialog');
    await press(page.getByRole('link', { name: 'Add New Referral' }).first());
    await press(dialog.getByRole('link', { name: 'Contacts or text' }));
    await tabTo(page, dialog.getByRole('tab', { name: 'Upload File' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, dialog.getByLabel('Text with people in it'));
    await page.keyboard.type(`${maya.name}, ${maya.email}\n${tom.name}, ${tom.email}`);
    await press(dialog.getByRole('button', { name: 'Find people' }));
    await press(dialog.getByRole('button', { name: 'Upload 2 referrals' }));
    await expect(dialog).toContainText('Saved on this device');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(connection(page)).toHaveText('Offline, 2 waiting');

    await press(page.locator('.connection-chip:visible'));
    await press(page.getByRole('link', { name: 'See what’s waiting' }));
    await press(dialog.getByRole('button', { name: 'Hand over to a colleague' }));
    await expect(toast(page)).toContainText('2 referrals saved for your colleague');
    await page.keyboard.press('Escape');
    await signal.regain();
    await expectSentOnce(app, maya, tom);
  },
);

test(
  'Escape closes the add dialog and returns the focus',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    const opener = page.getByRole('link', { name: 'Add New Referral' }).first();
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  },
);

test(
  'F6 goes to a notice and back, and dismissing it returns the focus',
  ONLINE_SWEEP,
  async ({ consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(401));
    await page.goto('/auth');
    const email = page.getByLabel('Email');
    await email.fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Login failed');
    await email.focus();
    await page.keyboard.press('F6');
    await expect(toast(page)).toBeFocused();
    await page.keyboard.press('F6');
    await expect(email).toBeFocused();

    await page.keyboard.press('F6');
    await tabTo(page, toast(page).getByRole('button', { name: 'Dismiss' }));
    await page.keyboard.press('Enter');
    await expect(toast(page)).toBeHidden();
    await expect(email).toBeFocused();
  },
);

test('F6 goes to a notice over an open dialog, too', ONLINE_SWEEP, async ({ home: page }) => {
  await pickFile(page, csvFile('a,b', 'customers.xlsx'));
  await expect(toast(page)).toContainText('Invalid file format');
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('F6');
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press('F6');
  await expect(close).toBeFocused();
});
