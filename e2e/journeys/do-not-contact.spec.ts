import { randomInt } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { makeFriend, makePerson, openAs, referFromElsewhere } from '../fixtures/people.ts';
import { makeLeads, OWN_CALLS } from '../fixtures/leads.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { addReferral, connection, listItem, serverRows } from '../fixtures/referrals.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

const REFUSED = 'This person asked us not to contact them';

/** Marks the person whose details are open, by keyboard. */
async function markByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Do not contact', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Do not contact ${name}?` });
  await expect(dialog).toContainText('leaves the call list');
  await dialog.getByRole('button', { name: 'Do not contact' }).press('Enter');
  await expect(dialog).toContainText('Reason is required');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Wrote to us');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test(
  'A marked person is refused to whoever adds them, with the reason, until the mark is lifted',
  ONLINE,
  async ({ app, browser, consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(409));
    const known = await referFromElsewhere(app, person);
    const [row] = await serverRows(app, known);
    await openDesk(page, app, `panel=referrals&id=${row?.id}`);
    await markByKeyboard(page, known.name);
    const banner = page.getByRole('status').filter({ hasText: 'Do not contact.' });
    await expect(banner).toContainText('Wrote to us');
    await expect(banner.getByRole('button', { name: /^Lift/ })).toBeFocused();
    await expect(page.getByRole('list', { name: 'History' })).toContainText(
      'Marked: do not contact',
    );

    await page.goto('/admin?panel=settings&tab=do-not-contact');
    const entry = page.getByRole('article', { name: known.name });
    await expect(entry).toContainText(known.email);
    await expectDeskAccessible(page, 'Do Not Contact');

    const other = await browser.newContext();
    const theirs = await other.newPage();
    const someone = await makePerson(app);
    await openAs(theirs, someone, '/referrals');
    await addReferral(theirs, makeFriend({ email: known.email }));
    const mine = theirs.getByRole('main').getByRole('listitem').filter({ hasText: REFUSED });
    await expect(mine).toContainText('Needs a fix');
    await other.close();

    await entry.getByRole('button', { name: /^Lift/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the mark' }).click();
    await expect(page.getByText('Nobody is marked.', { exact: false }).or(entry)).toBeVisible();
    await expect(entry).toBeHidden();
  },
);

test(
  'Who was added without signal while they were being marked is kept as refused, in words',
  SWEEP,
  async ({ app, home: page, person, signal }) => {
    await page.goto('/referrals');
    await expect(connection(page)).toHaveText('All sent');
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await app.sql(
      `insert into do_not_contact (id, name, email, phones, reason, marked_by)
     values (gen_random_uuid(), 'Somebody', $1, '{}', 'They asked', $2)`,
      [friend.email, person.id],
    );
    await signal.regain();
    await expect(listItem(page, friend)).toContainText(REFUSED);
    expect(await serverRows(app, friend)).toEqual([]);
    await page.reload();
    await expect(listItem(page, friend)).toContainText('Needs a fix');
  },
);

/** Nobody else's: everybody with the same one is marked, too. */
const ownPhone = () => `202 555 ${randomInt(1000, 10_000)}`;
const mark = (page: Page) => page.getByRole('status').filter({ hasText: 'Do not contact.' });
const ask = (page: Page) => page.getByRole('button', { name: 'Do not contact', exact: true });

test(
  'Whoever asked for a quote is marked once: a second admin, who saw nothing of it, is told who did it',
  SWEEP,
  async ({ app, browser, page }) => {
    const name = await askForQuote(app, { phone: ownPhone() });
    const open = (one: Page) => one.getByRole('button', { name: new RegExp(name) }).click();
    const context = await browser.newContext();
    const second = await context.newPage();
    await openDesk(second, app, 'panel=quotes');
    await open(second);
    await expect(ask(second)).toBeVisible();

    await openDesk(page, app, 'panel=quotes');
    await open(page);
    await markByKeyboard(page, name);
    await expect(mark(page)).toContainText('Wrote to us');

    await ask(second).click();
    const dialog = second.getByRole('dialog', { name: `Do not contact ${name}?` });
    await dialog.getByLabel('Reason').fill('Hung up');
    await dialog.getByRole('button', { name: 'Do not contact' }).click();
    await expect(mark(second)).toContainText('Wrote to us');
    await context.close();
    expect(await app.sql('select reason from do_not_contact where name = $1', [name])).toEqual([
      { reason: 'Wrote to us' },
    ]);
  },
);

test(
  'Whoever is being called is marked and leaves the call list; without signal the reason stays typed',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const referrer = await makePerson(app);
    const [lead] = await makeLeads(app, { person, referrer, phone: ownPhone() }, [0]);
    await openAs(page, person, OWN_CALLS);
    await expect(page.getByText('1 due')).toBeVisible();
    await ask(page).click();
    const dialog = page.getByRole('dialog', { name: `Do not contact ${lead?.name}?` });
    await dialog.getByLabel('Reason').fill('Asked by phone');
    await signal.lose();
    await dialog.getByRole('button', { name: 'Do not contact' }).click();
    await expect(toast(page)).toContainText('You are offline');
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked by phone');
    await signal.regain();
    await dialog.getByRole('button', { name: 'Do not contact' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('0 due')).toBeVisible();
    await expect(mark(page)).toContainText('Asked by phone');
    await page.goto(OWN_CALLS);
    await expect(page.getByText('Nobody is waiting for a call.')).toBeVisible();
  },
);
