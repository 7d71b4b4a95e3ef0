import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { csvFile, linesOf, makeFriends, pickFile } from '../fixtures/csv-files.ts';
import { codeOf, makeFriend, openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { addReferral, connection, listItem } from '../fixtures/referrals.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

test(
  'Dialogs over the dashboard are accessible: details, QR code, share and connection',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await signIn(page, person);
    await page.getByRole('link', { name: `Details of ${friend.name}` }).click();
    await expect(dialog(page)).toContainText('Send Reminder');
    await expectAccessible(page, 'referral details');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'QR code' }).click();
    await expect(dialog(page).getByRole('img', { name: /^QR code of/ })).toBeVisible();
    await expectAccessible(page, 'QR code');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Share' }).click();
    await expect(dialog(page)).toContainText('Facebook');
    await expectAccessible(page, 'share menu');
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.connection-chip:visible').click();
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page, 'connection details');
  },
);

test('The bulk upload is accessible from file to summary', SWEEP, async ({ page, person }) => {
  const friends = makeFriends(3);
  const self = makeFriend({ email: person.email });
  await openAs(page, person, '/referrals?upload=1');
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page, 'bulk upload, nothing chosen');
  await pickFile(page, csvFile(`${linesOf([...friends, self])}\r\nX,nowhere\r\n`));
  await expect(dialog(page)).toContainText('4 people');
  await expectAccessible(page, 'bulk upload, preview');
});

test(
  'The lists of waiting and refused rows are accessible, and so is signing out with them',
  SWEEP,
  async ({ app, home: page, person, signal }) => {
    await page.goto('/referrals');
    const waiting = makeFriend();
    await signal.lose();
    const known = await referFromElsewhere(app, person);
    const refused = makeFriend({ email: known.email });
    await addReferral(page, refused);
    await signal.regain();
    await expect(listItem(page, refused)).toContainText('Needs a fix');
    await listItem(page, refused).getByRole('button', { name: 'Edit' }).click();
    await expect(dialog(page)).toContainText('You have already referred this person');
    await expectAccessible(page, 'edit of a refused one');
    await page.keyboard.press('Escape');

    await signal.lose();
    await page.setViewportSize({ width: 390, height: 844 });
    await addReferral(page, waiting);
    await expect(connection(page)).toHaveText('Offline, 1 waiting');
    await expectAccessible(page, 'list with a waiting and a refused one');
    await page.goto('/referrals?waiting=1');
    await page.getByRole('button', { name: `Edit ${waiting.name}` }).click();
    await expect(page.getByRole('form', { name: /edit/i })).toBeVisible();
    await expectAccessible(page, 'edit of a waiting one');
    await page.goto('/');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(dialog(page)).toContainText('You have unsent referrals');
    await expectAccessible(page, 'logout with unsent work');
  },
);

test(
  'The page of a referral link is accessible, and so are its thanks',
  SWEEP,
  async ({ app, page, person }) => {
    await page.goto(`/refer/${await codeOf(app, person)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Person thinks/);
    await expectAccessible(page, 'landing page');
    const { name, email, phone } = makeFriend();
    const form = page.getByRole('form', { name: 'Free quote' });
    await form.getByLabel('Full Name').fill(name);
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Phone Number').fill(phone);
    await form.getByRole('button', { name: 'Get My Free Quote' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expectAccessible(page, 'thanks for a quote');
  },
);
