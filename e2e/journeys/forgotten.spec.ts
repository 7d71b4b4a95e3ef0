import type { Page } from 'playwright/test';
import { csvFile, linesOf, pickFile } from '../fixtures/csv-files.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { makeFriend, openAs, referFromElsewhere } from '../fixtures/people.ts';
import { addReferral, expectAllSent, listItem, serverRows } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

const FORGOTTEN = { name: 'Forgotten person' };
const question = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name: `Forget ${name}?` });

test(
  'Whom an admin has forgotten is gone from the referrer’s open app with its next list',
  ONLINE,
  async ({ app, browser, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await openAs(theirs, person, '/referrals');
    await expect(listItem(theirs, friend)).toContainText(friend.email);

    const [row] = await serverRows(app, friend);
    await openDesk(page, app, `panel=referrals&id=${row?.id}`);
    await tabTo(page, page.getByRole('button', { name: 'Forget', exact: true }));
    await page.keyboard.press('Enter');
    await expect(question(page, friend.name)).toContainText('cannot be undone');
    await tabTo(page, question(page, friend.name).getByRole('button', { name: 'Forget for good' }));
    await page.keyboard.press('Enter');
    await expect(question(page, friend.name)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Forgotten person' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Forgotten');
    await expect(page.getByRole('link', { name: /^Write to/ })).toBeHidden();
    expect(await serverRows(app, friend)).toEqual([]);
    await expectDeskAccessible(page, 'Somebody forgotten');

    // Whatever they add asks for the list.
    await addReferral(theirs, makeFriend());
    await expect(listItem(theirs, FORGOTTEN)).toBeVisible();
    await expect(theirs.getByText(friend.email)).toBeHidden();
    await other.close();
  },
);

test(
  'A referrer forgets their own friend by keyboard, and the same file brings nobody back',
  SWEEP,
  async ({ app, home: page }) => {
    const friend = makeFriend();
    const file = csvFile(`Name,Email,Phone\r\n${linesOf([friend])}\r\n`);
    const upload = page.getByRole('dialog', { name: 'Bulk Upload' });
    const send = async () => {
      await pickFile(page, file);
      await upload.getByRole('button', { name: /^Upload/ }).click();
    };
    await send();
    await expect(upload).toContainText('Sent');
    await page.goto('/referrals');
    await expectAllSent(page);
    await listItem(page, friend).getByRole('button', { name: friend.name }).press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Forget', exact: true }));
    await page.keyboard.press('Enter');
    await expect(question(page, friend.name)).toContainText('What remains, without names');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: friend.name })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Forget', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Forget for good' }));
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Forgotten person' });
    await expect(details).toBeVisible();
    await expect(details.getByRole('button', { name: 'Forget' })).toBeHidden();
    await expect(page.getByText(friend.name)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(listItem(page, FORGOTTEN)).toBeVisible();

    await send();
    await expect(upload).toContainText('Already there1');
    await page.goto('/referrals');
    await expect(listItem(page, FORGOTTEN)).toBeVisible();
    await expect(listItem(page, friend)).toBeHidden();
    expect(await serverRows(app, friend)).toEqual([]);
  },
);

test(
  'Without signal the question says that it needs a connection',
  SWEEP,
  async ({ home: page, signal }) => {
    const friend = makeFriend();
    await page.goto('/referrals');
    await addReferral(page, friend);
    await expectAllSent(page);
    await signal.lose();
    await listItem(page, friend).getByRole('button', { name: friend.name }).click();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    const asked = question(page, friend.name);
    await expect(asked).toContainText('Forgetting a friend needs a connection.');
    await expect(asked.getByRole('button', { name: 'Forget for good' })).toBeDisabled();
    await signal.regain();
    await expect(asked.getByRole('button', { name: 'Forget for good' })).toBeEnabled();
  },
);
