import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { choose } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import {
  makeFriend,
  makePerson,
  openAs,
  type Person,
  referFromElsewhere,
} from '../fixtures/people.ts';
import { listItem } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

/** A friend whom a person referred, and somebody else after them; answers both ids. */
async function referTwice(app: AppProcess, first: Person, second: Person) {
  const friend = await referFromElsewhere(app, first);
  await referFromElsewhere(app, second, makeFriend({ email: friend.email }));
  const sql = 'select id, user_id as "userId" from referrals where email = $1';
  const rows = await app.sql<{ id: string; userId: string }>(sql, [friend.email]);
  const idOf = ({ id }: Person) => rows.find(({ userId }) => userId === id)?.id ?? '';
  return { friend, firstId: idOf(first), secondId: idOf(second) };
}

const part = (page: Page) => page.getByRole('region', { name: 'Possible duplicates' });
const choice = (page: Page, name: string) => part(page).getByRole('button', { name });
const ledgerOf = (app: AppProcess, { id }: Person) =>
  app.sql<{ amount: string }>(
    'select amount from reward_history where user_id = $1 order by created_at, id',
    [id],
  );

/** Sets the referral whose details are open to completed, and waits until the server has done so. */
async function completeShown(page: Page, app: AppProcess, id: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByLabel('Status'), 'Completed');
  await dialog.getByRole('button', { name: 'Update' }).click();
  const status = () => app.sql('select status from referrals where id = $1', [id]);
  await expect.poll(status).toEqual([{ status: 'completed' }]);
}

/** What a person reads in the details of their friend. */
async function readDetails(page: Page, person: Person, friend: { name: string }): Promise<string> {
  await openAs(page, person, '/referrals');
  await listItem(page, friend).click();
  const banner = page.getByRole('dialog').getByText(/^The same person was also referred/);
  return banner.innerText();
}

test(
  'A person whom two referred is one case: one press decides who is paid, and both are told',
  ONLINE,
  async ({ app, browser, page, person }) => {
    const other = await makePerson(app);
    const { friend, firstId, secondId } = await referTwice(app, person, other);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openDesk(page, app, `panel=referrals&id=${secondId}`);
    await expect(part(page)).toContainText(
      `our rule pays ${person.username}: it was received first`,
    );
    const heads = part(page)
      .getByRole('row', { name: /^Referred by/ })
      .getByRole('cell');
    await expect(heads).toHaveText([person.username, other.username]);
    for (const button of await part(page).getByRole('group').getByRole('button').all())
      await expect(button, 'deciding is on the first screen').toBeInViewport({ ratio: 1 });
    await part(page).getByText('History and receipts').click();
    await expect(
      part(page).getByRole('list', { name: `What happened to the one by ${person.username}` }),
    ).toContainText('Received');
    await expectDeskAccessible(page, 'a case');

    await choice(page, `Same person: pay ${person.username}`).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Only one of them is paid');
    await expect(part(page).getByRole('row', { name: /^Paid/ }).getByRole('cell')).toHaveText([
      'In full',
      'Nothing',
    ]);
    await completeShown(page, app, secondId);
    await page.goto(`/admin?panel=referrals&id=${firstId}`);
    await completeShown(page, app, firstId);
    expect(await ledgerOf(app, person)).toEqual([{ amount: '$300' }]);
    expect(await ledgerOf(app, other)).toEqual([]);

    // Decided otherwise by keyboard, after it was paid.
    await tabTo(page, choice(page, 'Decide otherwise'));
    await page.keyboard.press('Enter');
    await tabTo(page, choice(page, 'Same person: pay each half'));
    await page.keyboard.press('Enter');
    await expect(part(page).getByRole('row', { name: /^Paid/ }).getByRole('cell')).toHaveText([
      '1/2 of the reward',
      '1/2 of the reward',
    ]);
    const history = page.getByRole('list', { name: 'History', exact: true });
    await expect(history.getByText(/^Decided: paid/)).toHaveCount(2);
    expect(await ledgerOf(app, person)).toEqual(
      ['$300', '-$300', '$150'].map((amount) => ({ amount })),
    );
    expect(await ledgerOf(app, other)).toEqual([{ amount: '$150' }]);

    const theirs = await (await browser.newContext()).newPage();
    const told = await readDetails(theirs, person, friend);
    expect(told).toContain('so the reward is split between you.');
    expect(told).not.toContain(other.username);
    await theirs.context().close();
  },
);

test(
  'On a phone the case scrolls by itself, and who is not paid reads it in the list and the details',
  SWEEP,
  async ({ app, browser, page, person }) => {
    const other = await makePerson(app);
    const { friend, firstId } = await referTwice(app, person, other);
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, app.admin, `/admin?panel=referrals&id=${firstId}`);
    await expect(choice(page, 'They are different people')).toBeVisible();
    await expectFits(page, 'a case on a phone');
    for (const button of await part(page).getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await choice(page, `Same person: pay ${other.username}`).click();
    await expect(choice(page, 'Decide otherwise')).toBeVisible();

    const theirs = await (await browser.newContext()).newPage();
    await theirs.setViewportSize({ width: 390, height: 844 });
    expect(await readDetails(theirs, person, friend)).toContain(
      'so no reward is paid for this one.',
    );
    await expect(theirs.getByRole('dialog')).toContainText('Not paid');
    await expectFits(theirs, 'details of one that is not paid');
    await theirs.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect(listItem(theirs, friend)).toContainText('Not paid');
    await theirs.goto('/');
    await expect(listItem(theirs, friend)).toContainText('Not paid');
    await theirs.context().close();
  },
);
