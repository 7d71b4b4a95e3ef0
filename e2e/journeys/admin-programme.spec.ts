import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { choose } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { type Person, referFromElsewhere, uniqueWord } from '../fixtures/people.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A month in which nothing else in this run writes. */
const MONTH = '2025-03';

/** Lines of the ledger for the person, as completed and reopened referrals leave them. */
async function writeLedger(app: AppProcess, { id }: Person): Promise<void> {
  const lines = [
    ['$300', 30_000, 'Reward for Ann'],
    ['$400.50', 40_050, 'Reward for Bo'],
    ['-$300', -30_000, 'Taken back: Ann'],
  ] as const;
  for (const [amount, cents, description] of lines) {
    await app.sql(
      `insert into reward_history (id, user_id, amount, amount_cents, description, date, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $5)`,
      [id, amount, cents, description, `${MONTH}-10T12:00:00Z`],
    );
  }
}

test(
  'A tier is created with its overlap explained, edited in place, and deleted by name',
  ONLINE_SWEEP,
  async ({ app, page }) => {
    const name = `Extra ${uniqueWord()}`;
    await openDesk(page, app, 'panel=programme');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Rewards Program Management' }),
    ).toBeVisible();
    await expect(row(page, 'First Light')).toContainText('1 referral required');
    await expectDeskAccessible(page, 'Reward tiers');

    const create = page.getByRole('form', { name: 'Create a tier' });
    await expect(create.getByLabel('Reward amount')).toHaveValue('$300');
    await create.getByRole('button', { name: 'Create Tier' }).click();
    await expect(create.getByText('Name is required')).toBeVisible();
    await create.getByLabel('Name').fill(name);
    await create.getByLabel('Required referrals', { exact: true }).fill('4');
    await create.getByLabel('To referral (Optional)', { exact: true }).fill('4');
    await expect(
      create.getByText(/^Referrals 3–4 pay '\$400' \(Rising Sun\); this tier would take over/),
    ).toBeVisible();
    await create.getByRole('button', { name: 'Create Tier' }).click();
    await expect(toast(page)).toContainText('Tier created');
    await expect(row(page, name)).toContainText('Pays referral 4');

    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const edit = page.getByRole('form', { name: `Edit ${name}` });
    await expect(edit.getByLabel('Name')).toBeFocused();
    await edit.getByLabel('Reward amount').fill('$425');
    await page.getByRole('button', { name: 'Edit First Light' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expectDeskAccessible(page, 'A tier being edited');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Tier updated');
    await expect(row(page, name)).toContainText('$425');
    await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused();

    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Delete tier '${name}'?` });
    await expect(dialog).toContainText("Referral 4 would go to Rising Sun ('$400').");
    await dialog.getByRole('button', { name: 'Delete tier' }).click();
    await expect(toast(page)).toContainText('Tier deleted');
    await expect(row(page, name)).toHaveCount(0);
  },
);

test(
  'Without signal the tiers are shown with their age, and a form keeps what was typed',
  SWEEP,
  async ({ app, page, signal }) => {
    await openDesk(page, app, 'panel=programme');
    await expect(row(page, 'First Light')).toBeVisible();
    await signal.lose();
    await page.reload();
    await expect(row(page, 'First Light')).toBeVisible();
    await expect(page.getByText(/^As of /).first()).toBeVisible();
    const create = page.getByRole('form', { name: 'Create a tier' });
    await create.getByLabel('Name').fill('Typed without signal');
    await create.getByRole('button', { name: 'Create Tier' }).click();
    await expect(toast(page)).toContainText('Creation Failed');
    await expect(create.getByLabel('Name')).toHaveValue('Typed without signal');
    await page.getByRole('tab', { name: 'Available Rewards' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(
      page.getByText('The available rewards will appear here once there is a connection.'),
    ).toBeVisible();
  },
);

test(
  'A refusal by the server is shown, and the list shows the real state',
  ONLINE_SWEEP,
  async ({ app, page, consoleGuard }) => {
    consoleGuard.allow(refusedWith(404));
    const name = `Gone ${uniqueWord()}`;
    await app.sql(
      `insert into reward_tiers (id, level, name, min_referrals, required_referrals, reward_amount,
       amount_cents, is_active, created_at)
     values (gen_random_uuid(), 9, $1, 90, 90, '$1', 100, 'false', now())`,
      [name],
    );
    await openDesk(page, app, 'panel=programme');
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await app.sql('delete from reward_tiers where name = $1', [name]);
    const edit = page.getByRole('form', { name: `Edit ${name}` });
    await edit.getByLabel('Reward amount').fill('$2');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Update Failed');
    await expect(toast(page)).toContainText('There is no such tier');
    await expect(edit).toBeHidden();
  },
);

test('An extra reward is created, edited and deleted', ONLINE_SWEEP, async ({ app, page }) => {
  const name = `Lamp ${uniqueWord()}`;
  await openDesk(page, app, 'panel=programme&tab=rewards');
  const create = page.getByRole('form', { name: 'Create a reward' });
  await create.getByLabel('Name').fill(name);
  await create.getByLabel('Amount').fill('A solar lamp');
  await create.getByRole('button', { name: 'Create Reward' }).click();
  await expect(row(page, name)).toContainText('A solar lamp');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('form', { name: `Edit ${name}` });
  await edit.getByLabel('Required referrals', { exact: true }).fill('7');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name)).toContainText('7 referrals required');
  await expectDeskAccessible(page, 'Available rewards');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete reward' }).click();
  await expect(toast(page)).toContainText('Reward deleted');
  await expect(row(page, name)).toHaveCount(0);
});

test(
  'An achievement that somebody earned is made inactive instead of deleted',
  ONLINE_SWEEP,
  async ({ app, page, person, consoleGuard }) => {
    consoleGuard.allow(refusedWith(409));
    const title = `First of ${uniqueWord()}`;
    await openDesk(page, app, 'panel=programme&tab=achievements');
    const create = page.getByRole('form', { name: 'Create an achievement' });
    await create.getByRole('textbox', { name: 'Title' }).fill(title);
    await create.getByRole('textbox', { name: 'Description' }).fill('Refer somebody');
    await choose(create.getByLabel('What is counted'), 'Referrals submitted');
    await create.getByRole('radio', { name: 'Crown' }).click();
    await create.getByRole('radio', { name: 'Legendary' }).click();
    await expect(create.getByRole('figure')).toContainText('Legendary');
    await create.getByRole('button', { name: 'Create Achievement' }).click();
    await expect(toast(page)).toContainText('is awarded from each customer’s next action on');
    await expect(row(page, title)).toContainText('1 referral submitted');
    await expectDeskAccessible(page, 'Achievements');

    await referFromElsewhere(app, person);
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    await page.getByRole('button', { name: 'Delete achievement' }).click();
    await expect(page.getByRole('alertdialog', { name: /has already been earned$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Make inactive' }).click();
    await expect(row(page, title)).toContainText('Inactive');
    await app.sql('delete from achievements where title = $1', [title]);
  },
);

test(
  'A month is read by user, marked as paid, and saved for the accountant',
  ONLINE,
  async ({ app, page, person }) => {
    await writeLedger(app, person);
    await openDesk(page, app, 'panel=programme&tab=payouts');
    await page.getByRole('button', { name: 'March 2025' }).click();
    await expect(page).toHaveURL(/month=2025-03/);
    await page.getByRole('button', { name: `Show 3 rewards of ${person.username}` }).click();
    const lines = page.getByRole('list', { name: `Rewards of ${person.username}` });
    await expect(lines.getByText('Taken back', { exact: true })).toBeVisible();
    await expect(lines).toContainText('-$300');
    await expectDeskAccessible(page, 'Payouts of a month');

    await page.getByRole('button', { name: `Mark as paid: ${person.username}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Mark $400.50 as paid?' });
    await expect(dialog).toContainText('3 rewards, $400.50 in all, with 1 taken back (-$300)');
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(toast(page)).toContainText('3 rewards are marked as paid.');
    await page.getByRole('radio', { name: /^To pay/ }).click();
    await expect(page).toHaveURL(/status=unpaid/);
    await page.getByRole('radio', { name: /^Paid/ }).click();
    await expect(page.getByRole('heading', { name: person.username })).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of this month' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('sunloop-payouts-2025-03.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\uFEFFdate,username,email,amount')).toBe(true);
    expect(text).toContain("'-$300");

    await page.getByRole('button', { name: 'All months' }).click();
    const months = page.getByRole('grid', { name: 'Payouts by month' });
    await expect(months.getByRole('row').filter({ hasText: 'March 2025' })).toContainText('Paid');
    await expectDeskAccessible(page, 'Payouts by month');
  },
);
