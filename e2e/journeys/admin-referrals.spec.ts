import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectNoSideways } from '../fixtures/fits.ts';
import { choose, pick } from '../fixtures/choose.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import {
  makePerson,
  openAs,
  type Person,
  referFromElsewhere,
  signIn,
  uniqueWord,
} from '../fixtures/people.ts';
import { logOut } from '../fixtures/navigation.ts';
import { readTable } from '../fixtures/stored.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A page of the list, by its name in `network`. */
const PAGE = /^GET \/api\/admin\/referrals\?/;
/** A page of everything that matches, to be selected. */
const MATCHES = /^GET \/api\/admin\/referrals\?.*limit=500/;

const grid = (page: Page) => page.getByRole('grid', { name: 'All Referrals' });
/** Rows of the list, without its heading. */
const rows = (page: Page) => page.locator('.desk-rows').getByRole('row');
const search = (page: Page) => page.getByRole('searchbox');
const listOf = ({ id }: Person, more = '') => `/admin?panel=referrals&referrer=${id}${more}`;

test(
  'The list can be searched, filtered, sorted and arranged, and all of that is in the URL',
  ONLINE,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 60);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('60 referrals')).toBeVisible();
    await expect(rows(page).first()).toContainText('Friend 60');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '61');
    const headings = [
      'Referred Person',
      'Email',
      'Phone',
      'Referred By',
      'Status',
      'Reward',
      'Date',
    ];
    for (const name of headings) {
      await expect(grid(page).getByRole('columnheader', { name })).toBeVisible();
    }
    const referrer = page.getByRole('combobox', { name: 'Referred by' });
    await expect(referrer).toHaveValue(new RegExp(person.username));
    await referrer.fill('');
    await expect(page).not.toHaveURL(/referrer=/);
    await referrer.fill(person.email);
    // The matches of what was typed before stay until these have come, and would move under the pointer.
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.getByRole('option', { name: new RegExp(person.email) }).click();
    await expect(page).toHaveURL(new RegExp(`referrer=${person.id}`));
    await expect(page.getByText('60 referrals')).toBeVisible();

    await search(page).pressSequentially('FRIEND.7@');
    await expect(page.getByText('1 referral', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/q=FRIEND\.7%40/);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByText('60 referrals')).toBeVisible();

    await choose(page.getByLabel('Status', { exact: true }), 'In Progress (20)');
    await expect(page.getByText('20 referrals')).toBeVisible();
    await grid(page).getByRole('button', { name: 'Referred Person' }).click();
    await expect(rows(page).first()).toContainText('Friend 11');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Received' }).click();
    await page.getByRole('checkbox', { name: 'Phone' }).click();
    await page.keyboard.press('Escape');
    await expect(grid(page).getByRole('columnheader', { name: 'Received' })).toBeVisible();
    await expect(page).toHaveURL(/status=in_progress&sort=name&columns=name\.email\./);

    await page.reload();
    await expect(page.getByText('20 referrals')).toBeVisible();
    await expect(rows(page).first()).toContainText('Friend 11');
    await expect(grid(page).getByRole('columnheader', { name: 'Phone' })).toBeHidden();
    await search(page).fill('nobody at all');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.getByText(/referrals$/).first()).toBeVisible();
    await expect(search(page)).toHaveValue('');
  },
);

test('All filters stand in one line above the list', SWEEP, async ({ app, page, person }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await seedReferrals(app, person, 3);
  await openAs(page, app.admin, listOf(person));
  await expect(page.getByText('3 referrals')).toBeVisible();
  const fields = page.locator('.desk-filters > :visible');
  await expect(fields).toHaveCount(5);
  const middles = await fields.evaluateAll((all) =>
    all.map((field) => {
      const { top, height } = field.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  const from = (await page.locator('.desk-filters').boundingBox())?.y ?? 0;
  const to = (await rows(page).first().boundingBox())?.y ?? 0;
  expect(to - from).toBeLessThan(180);
});

test('Every column sorts both ways', SWEEP, async ({ app, page, person }) => {
  await seedReferrals(app, person, 12);
  await openAs(
    page,
    app.admin,
    listOf(
      person,
      '&columns=name.email.phone.referrer.status.reward.date.referrerEmail.address.received.updated',
    ),
  );
  await expect(page.getByText('12 referrals')).toBeVisible();
  const names = () => rows(page).locator('[data-column=name]').allTextContents();
  for (const column of await grid(page).getByRole('columnheader').getByRole('button').all()) {
    const sorted = grid(page)
      .locator('[aria-sort=ascending], [aria-sort=descending]')
      .getByRole('button');
    await column.click();
    await expect(sorted).toHaveText(await column.innerText());
    await expect(page.locator('.desk-list')).not.toHaveAttribute('aria-busy', 'true');
    const one = await names();
    await column.click();
    await expect.poll(async () => (await names()).length).toBe(12);
    await expect.poll(names).toEqual(one.toReversed());
  }
});

test(
  'A long list is read a page after the other, however deep it is scrolled, and is kept',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await seedReferrals(app, person, 700);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('700 referrals')).toBeVisible();
    await expect(page.getByText('The first 100 are loaded')).toBeVisible();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '701');
    await rows(page).first().focus();
    for (let loaded = 200; loaded < 700; loaded += 100) {
      await page.keyboard.press('End');
      await expect(page.getByText(`The first ${loaded} are loaded`)).toBeVisible();
    }
    await page.keyboard.press('End');
    await expect(page.getByText(/are loaded/)).toBeHidden();
    await page.keyboard.press('End');
    await expect(page.locator('.desk-grid-row:focus')).toContainText('friend.1@');
    await page.keyboard.press('Home');
    await expect(page.locator('.desk-grid-row:focus')).toContainText('Friend 700');
    expect(await rows(page).count()).toBeLessThan(60);

    await signal.lose();
    await page.reload();
    await expect(rows(page).first()).toContainText('Friend 700');
    await rows(page).first().focus();
    await expect(async () => {
      await page.keyboard.press('End');
      const last = page.locator('.desk-grid-row:focus');
      await expect(last).toContainText('friend.1@', { timeout: 500 });
    }).toPass();
  },
);

test(
  'The keyboard moves through a long list, selects, opens and comes back',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 90);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('90 referrals')).toBeVisible();
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await expect(page.locator('.desk-grid-row:focus')).toContainText('friend.1@');
    await page.keyboard.press('Home');
    await expect(page.locator('.desk-grid-row:focus')).toContainText('Friend 90');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('.desk-grid-row:focus')).toBeVisible();
    await expect(page.getByText('2 selected')).toBeVisible();
  },
);

test(
  'A referral shows what happened and who did it, late arrivals and possible duplicates',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const other = await makePerson(app);
    const [mail, phone] = [`twin.${uniqueWord()}@example.com`, `+1 555 ${Date.now()}`];
    await seedReferrals(app, person, 1);
    await seedReferrals(app, other, 1);
    await app.sql(
      `update referrals set name = 'Late Lena', email = $2, created_at = date + interval '3 hours'
     where user_id = $1`,
      [person.id, mail],
    );
    await app.sql(`update referrals set name = 'Twin Tom', email = upper($2) where user_id = $1`, [
      other.id,
      mail,
    ]);
    await app.sql('update referrals set phone = $2 where user_id = $1', [other.id, phone]);
    await app.sql('delete from duplicate_decisions where decided_by in ($1, $2)', [
      person.id,
      other.id,
    ]);
    await openAs(page, app.admin, listOf(person));
    const row = rows(page).filter({ hasText: 'Late Lena' });
    await expect(row).toContainText('Arrived late');
    // The server marks them within ten seconds.
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(row).toContainText('Possible duplicate', { timeout: 1000 });
    }).toPass();
    await row.getByRole('link', { name: 'Late Lena' }).click();

    const dialog = page.getByRole('dialog', { name: 'Late Lena' });
    await expect(page).toHaveURL(/id=/);
    const history = dialog.getByRole('list', { name: 'History' });
    await expect(history).toContainText('Added');
    await expect(history).toContainText('Arrived late: 3 hours after it was added');
    await choose(dialog.getByLabel('Status'), 'In Progress');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog.locator('.badge').first()).toHaveText('In Progress');
    await expect(history).toContainText('Set to In Progress');
    await expect(history).toContainText(/from .*, by admin/i);

    await dialog.getByRole('link', { name: 'Twin Tom' }).click();
    await expect(page.getByRole('dialog', { name: 'Twin Tom' })).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: /^Delete / });
    await expect(question).toContainText(
      'Are you sure you want to delete this referral? This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No referral matches these filters.')).toBeVisible();
    await expect
      .poll(() => app.sql('select 1 from referrals where user_id = $1', [person.id]))
      .toEqual([]);
  },
);

test('A status is set for everything that matches the filter, even without signal', async ({
  app,
  page,
  person,
  signal,
}) => {
  await seedReferrals(app, person, 90);
  await openAs(page, app.admin, listOf(person, '&status=submitted'));
  await expect(page.getByText('30 referrals')).toBeVisible();
  await signal.lose();
  await page.reload();
  await expect(page.getByText('30 referrals')).toBeVisible();
  await page.getByLabel('Select everything that matches').click();
  await expect(page.getByText('30 selected')).toBeVisible();
  await choose(page.getByLabel('Set status'), 'In Progress');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Set to In Progress' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText('No referral matches these filters.')).toBeVisible();
  await page.goto(listOf(person));
  await choose(page.getByLabel('Status', { exact: true }), 'Waiting to be sent (30)');
  await expect(page.getByText('30 referrals')).toBeVisible();

  const statuses = () =>
    app.sql<{ status: string; count: number }>(
      `select status, count(*)::int as count from referrals where user_id = $1 group by 1 order by 1`,
      [person.id],
    );
  expect(await statuses()).toHaveLength(3);
  await signal.regain();
  await expect.poll(statuses).toEqual([
    { status: 'contact_made', count: 30 },
    { status: 'in_progress', count: 60 },
  ]);
  await expect(page.getByRole('button', { name: /^Waiting to be sent \(0\)/ })).toBeVisible();
  await expect(page.getByText('No referral matches these filters.')).toBeVisible();
});

test(
  'Of more than may be changed at once the first are selected, which can be given up and needs a connection',
  SWEEP,
  async ({ app, network, page, person, signal }) => {
    await seedReferrals(app, person, 5100);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('5,100 referrals')).toBeVisible();
    const all = page.getByLabel('Select everything that matches');
    network.setTrouble('hang', MATCHES);
    await all.click();
    await expect(page.getByText(/^Selecting: \d+ so far/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const bar = page.getByRole('region', { name: 'Selected referrals' });
    await expect(bar).toBeHidden();
    network.setTrouble(undefined);

    // The list moves up into the place of the bar, and a click while it moves would miss the box.
    await all.press('Space');
    await expect(bar).toContainText('5,000 selected');
    await expect(page.getByText('Only the first 5,000 can be changed at once.')).toBeVisible();
    await signal.lose();
    await choose(page.getByLabel('Set status'), 'Completed');
    await page.getByRole('button', { name: 'Apply' }).click();
    const question = page.getByRole('alertdialog', { name: 'Set status for all' });
    await expect(question).toContainText('referrals will be set to Completed');
    await question.getByRole('button', { name: 'Set to Completed' }).click();
    await expect(page.getByText('Changes saved')).toBeVisible();
    await all.press('Space');
    await expect(page.getByText('Selecting everything needs a connection.')).toBeVisible();

    await rows(page).nth(1).getByRole('checkbox').click();
    await expect(page.getByText('1 selected')).toBeVisible();
    await pick(
      page.getByLabel('Status', { exact: true }),
      page.getByRole('option', { name: /^Waiting to be sent/ }),
    );
    await expect(rows(page).first().locator('.badge')).toHaveText('Completed');
  },
);

test(
  'Filtered referrals are saved as a file in which no spreadsheet runs a formula',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 4);
    await app.sql(
      `update referrals set name = '=HYPERLINK("http://x")' where user_id = $1 and name = 'Friend 4'`,
      [person.id],
    );
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('4 referrals')).toBeVisible();
    await search(page).fill('friend.');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^referrals-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(5);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
  },
);

test(
  'A list that was never fetched says why, and appears when it can be fetched',
  ONLINE_SWEEP,
  async ({ app, page, network, consoleGuard }) => {
    consoleGuard.allow(refusedWith(500));
    await signIn(page, app.admin);
    network.setTrouble('server-error', PAGE);
    await page.goto('/admin?panel=referrals');
    await expect(page.getByText('The referrals could not be loaded.')).toBeVisible({
      timeout: 60_000,
    });
    network.setTrouble(undefined);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^[\d,]+ referrals?$/)).toBeVisible();
  },
);

test(
  'That one question has no answer says nothing about the next',
  SWEEP,
  async ({ app, page, person, network }) => {
    await seedReferrals(app, person, 5);
    await openAs(page, app.admin, listOf(person, '&q=nobody'));
    await expect(page.getByText('No referral matches these filters.')).toBeVisible();
    network.setTrouble('hang', PAGE);
    await search(page).fill('friend');
    await expect(page.getByLabel('All referrals: loading')).toBeVisible();
    await expect(page.getByText(/^No referral/)).toBeHidden();
  },
);

test(
  'Without signal the list is shown with its age, and a referral with what the device has',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await seedReferrals(app, person, 5);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('5 referrals')).toBeVisible();
    await signal.lose();
    await page.reload();
    await expect(page.getByText('5 referrals')).toBeVisible();
    await expect(page.getByText(/^As of /)).toBeVisible({ timeout: 30_000 });
    await page.goto(listOf(person, '&sort=reward'));
    await expect(page.getByText('No answer to this is kept on this device.')).toBeVisible();
    await page.goto(listOf(person));
    await rows(page).first().getByRole('link').click();
    const dialog = page.getByRole('dialog', { name: 'Friend 5' });
    await expect(dialog).toContainText('Received');
    await expect(dialog).toContainText(
      'What admins did will appear here once there is a connection.',
    );
  },
);

test(
  'The list and a referral are accessible and fit every width',
  SWEEP,
  async ({ app, page, person }) => {
    test.slow();
    await seedReferrals(app, person, 30);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('30 referrals')).toBeVisible();
    await page.getByLabel('Select Friend 30').click();
    await expectAccessible(page, 'all referrals');
    await expectNoSideways(page, 'all referrals');
    await rows(page).first().getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'a referral');
  },
);

test(
  'Without signal Ctrl+K and the referrer’s box search what the device keeps, and say so',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const [friend, other] = [await referFromElsewhere(app, person), await makePerson(app)];
    await openAs(page, app.admin, `/admin?panel=referrals&q=${encodeURIComponent(person.email)}`);
    await expect(page.getByRole('link', { name: friend.name })).toBeVisible();
    await signal.lose();
    await page.keyboard.press('Control+k');
    const find = page.getByRole('dialog', { name: 'Find anything' });
    await find.getByRole('searchbox').fill(friend.email);
    await expect(find.getByRole('option', { name: new RegExp(`^${friend.name}`) })).toBeVisible();
    await expect(find).toContainText('No connection: this searches only what this device keeps.');
    await find.getByRole('searchbox').fill(other.email);
    await expect(find).toContainText('Nothing was found.');
    // The first one empties the search.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();

    const referrer = page.getByRole('combobox', { name: 'Referred by' });
    await referrer.fill(person.email);
    await expect(page.getByText('No connection: only people this device knows.')).toBeVisible();
    await page.getByRole('option', { name: new RegExp(person.email) }).click();
    await expect(page).toHaveURL(new RegExp(`referrer=${person.id}`));
  },
);

test(
  'Signing out leaves nothing of the desk on the device',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 3);
    await openAs(page, app.admin, listOf(person));
    await expect(page.getByText('3 referrals')).toBeVisible();
    const kept = async () => {
      const [admin] = await app.sql<{ id: string }>('select id from users where email = $1', [
        app.admin.email,
      ]);
      return readTable(page, `referrals-${admin?.id}`, 'resources');
    };
    expect((await kept()).length).toBeGreaterThan(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await logOut(page);
    await expect(page).toHaveURL(/auth/);
    expect(await kept()).toEqual([]);
  },
);
