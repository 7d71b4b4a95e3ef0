import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { csvFile } from '../fixtures/csv-files.ts';
import { makeFriend, openAs } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  fillReferral,
  listItem,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

const WORDS = 'They agreed to be contacted';
const NEEDED = 'Please confirm that they agreed to be contacted';

const box = (page: Page) => page.getByRole('dialog').getByRole('checkbox', { name: WORDS });

const setMode = (app: AppProcess, mode: string) =>
  app.sql(`update system_settings set value = $1 where key = 'referrals.permission'`, [mode]);

async function permissionOf(app: AppProcess, email: string) {
  const sql =
    'select permission, permission_at = date as "isDated" from referrals where email = $1';
  return (await app.sql<{ permission: number | null; isDated: boolean | null }>(sql, [email]))[0];
}

test.afterEach(({ app }) => setMode(app, 'ask'));

test(
  'The box is not ticked, and what is said without signal arrives with the referral',
  SWEEP,
  async ({ app, home: page, signal }) => {
    await signal.lose();
    const [agreed, asked] = [makeFriend(), makeFriend()];
    await page.getByRole('link', { name: 'Add New Referral' }).first().click();
    await fillReferral(page, agreed);
    await expect(box(page)).not.toBeChecked();
    // By keyboard: from the last field to the box, and from there the form is sent.
    await page.getByLabel('Address (Optional)').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(box(page)).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await addReferral(page, asked);
    await signal.regain();
    await expectSentOnce(app, agreed, asked);
    expect(await permissionOf(app, agreed.email)).toEqual({ permission: 1, isDated: true });
    expect(await permissionOf(app, asked.email)).toEqual({ permission: 0, isDated: null });
  },
);

test('Where it is off, nobody is asked', SWEEP, async ({ app, page, person }) => {
  await setMode(app, 'off');
  await openAs(page, person, '/');
  const friend = makeFriend();
  await page.getByRole('link', { name: 'Add New Referral' }).first().click();
  await fillReferral(page, friend);
  await expect(box(page)).toBeHidden();
  await page.getByRole('button', { name: 'Add Referral' }).click();
  await expectSentOnce(app, friend);
  expect(await permissionOf(app, friend.email)).toEqual({ permission: null, isDated: null });
});

test(
  'Where it is required, the form says so at the box and saves nothing before',
  ONLINE,
  async ({ app, page, person }) => {
    await setMode(app, 'required');
    await openAs(page, person, '/');
    const friend = makeFriend();
    await page.getByRole('link', { name: 'Add New Referral' }).first().click();
    await fillReferral(page, friend);
    await page.getByRole('button', { name: 'Add Referral' }).click();
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveAccessibleDescription(NEEDED);
    expect(await waitingRows(page, person.id)).toEqual([]);
    await page.keyboard.press('Space');
    await expect(page.getByText(NEEDED)).toBeHidden();
    await page.keyboard.press('Enter');
    await expectSentOnce(app, friend);
    expect(await permissionOf(app, friend.email)).toEqual({ permission: 1, isDated: true });
  },
);

test(
  'A row that waited while the setting became required is refused with that reason, and sent once it is confirmed',
  SWEEP,
  async ({ app, home: page, signal }) => {
    await page.goto('/referrals');
    await expect(connection(page)).toHaveText('All sent');
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await setMode(app, 'required');
    await signal.regain();
    await expect(listItem(page, friend)).toContainText('Needs a fix');
    await expect(listItem(page, friend)).toContainText(NEEDED);
    expect(await serverRows(app, friend)).toEqual([]);

    await page.reload();
    await listItem(page, friend).getByRole('button', { name: /^Edit/ }).click();
    await expect(page.getByRole('dialog')).toContainText(NEEDED);
    await box(page).check();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expectSentOnce(app, friend);
    expect(await permissionOf(app, friend.email)).toEqual({ permission: 1, isDated: true });
  },
);

test(
  'One statement is enough for a file, and a column says it row by row',
  SWEEP,
  async ({ app, consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(409));
    await setMode(app, 'required');
    await openAs(page, person, '/referrals');
    const [one, other, third] = [makeFriend(), makeFriend(), makeFriend()];
    const choose = (text: string) =>
      page.getByLabel('Choose CSV file').first().setInputFiles(csvFile(text));
    await page.getByRole('link', { name: 'Bulk Upload' }).click();
    await choose(`Name,Email\n${one.name},${one.email}\n`);
    await page.getByRole('button', { name: 'Upload 1 referral' }).click();
    await expect(page.getByRole('dialog').getByText(NEEDED)).toBeVisible();
    await box(page).check();
    await page.getByRole('button', { name: 'Upload 1 referral' }).click();
    await expectSentOnce(app, one);
    expect(await permissionOf(app, one.email)).toEqual({ permission: 1, isDated: true });

    await page.goto('/referrals');
    await page.getByRole('link', { name: 'Bulk Upload' }).click();
    const lines = [`${other.name},${other.email},yes`, `${third.name},${third.email},no`];
    await choose(`Name,Email,Permission\n${lines.join('\n')}\n`);
    await expect(page.getByRole('button', { name: 'Upload 2 referrals' })).toBeVisible();
    await expect(box(page)).toBeHidden();
    await page.getByRole('button', { name: 'Upload 2 referrals' }).click();
    await page.getByRole('button', { name: 'View Errors (1)' }).click();
    await expect(page.getByRole('dialog')).toContainText(`${third.name}: ${NEEDED}`);
    await expectSentOnce(app, other);
  },
);
