import type { Locator } from 'playwright/test';
import { csvFile, linesOf, makeFriends } from '../fixtures/csv-files.ts';
import { callsOf, makeLeads } from '../fixtures/leads.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import {
  codeOf,
  letTake,
  makeFriend,
  makePerson,
  openAs,
  referFromElsewhere,
  type Friend,
} from '../fixtures/people.ts';
import { connection, expectSentOnce, serverRows, waitingRows } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

/** The most frequent jobs, each from the page its person starts at, with the presses it may take. */

const DESKTOP = { width: 1440, height: 900 };

/** Counts presses; typing, and going from field to field while typing, is none. */
function counting() {
  let presses = 0;
  return {
    press: async (what: Locator) => {
      presses += 1;
      await what.click();
    },
    expectAtMost: (most: number) => expect(presses).toBeLessThanOrEqual(most),
  };
}

test(
  'Three friends are added with four taps beside typing',
  ONLINE_SWEEP,
  async ({ app, home: page }) => {
    const { press, expectAtMost } = counting();
    // What is typed while the one before is being saved is kept where it differs.
    const friends = [1, 2, 3].map((at) => makeFriend({ phone: `000-000${at}` }));
    const form = page.getByRole('form', { name: 'Add New Referral' });
    const type = async ({ name, email, phone }: Friend) => {
      await expect(form.getByLabel('Full Name'), 'ready to type').toBeFocused();
      for (const [label, text] of [
        ['Full Name', name],
        ['Email', email],
        ['Phone Number', phone],
      ] as const) {
        await expect(form.getByLabel(label)).toBeFocused();
        await page.keyboard.type(text);
        if (label !== 'Phone Number') await page.keyboard.press('Tab');
      }
    };
    await press(page.getByRole('link', { name: 'Add New Referral' }).first());
    for (const [at, friend] of friends.entries()) {
      await type(friend);
      const isLast = at === friends.length - 1;
      await press(
        page.getByRole('button', { name: isLast ? 'Add Referral' : 'Save and add another' }),
      );
    }
    await expect(form).toBeHidden();
    await expectSentOnce(app, ...friends);
    expectAtMost(4);
  },
);

test('Twelve people are paid with four presses', ONLINE_SWEEP, async ({ app, page }) => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(app)));
  for (const person of people) {
    await seedReferrals(app, person, 1);
    await setStatuses(app, person, ['completed']);
  }
  await page.setViewportSize(DESKTOP);
  await openAs(page, app.admin, '/');
  const { press, expectAtMost } = counting();
  await press(page.getByRole('main').getByRole('link', { name: /^Pay \$/ }));
  const pay = page.getByRole('button', { name: /^Pay \d+ of \d+ · \$/ });
  await expect(pay).toHaveAccessibleName(/^Pay (?:1[2-9]|[2-9]\d) of/);
  await press(pay);
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }));
  const paid = () =>
    app.sql<{ count: number }>(
      `select count(distinct user_id)::int as count from reward_history
       where paid_at is not null and user_id = any($1)`,
      [people.map(({ id }) => id)],
    );
  await expect.poll(paid).toEqual([{ count: 12 }]);
  expectAtMost(4);
});

test(
  'A pair of duplicates is decided with two presses',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const other = await makePerson(app);
    const friend = await referFromElsewhere(app, person);
    await referFromElsewhere(app, other, makeFriend({ email: friend.email }));
    await page.setViewportSize(DESKTOP);
    await openAs(page, app.admin, '/');
    const { press, expectAtMost } = counting();
    const check = page.getByRole('main').getByRole('link', { name: /^Check \d/ });
    // Who may be the same person is up to ten seconds old.
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(check).toBeVisible({ timeout: 2000 });
    }).toPass();
    await press(check);
    const part = page.getByRole('region', { name: 'Possible duplicates' });
    await press(part.getByRole('button', { name: /^Same person: pay / }).first());
    await expect(toast(page)).toContainText('Only one of them is paid');
    expectAtMost(2);
  },
);

test(
  'When how much comes is read on the first page, without a press',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed']);
    await openAs(page, person, '/');
    const line = page.getByRole('main').getByText(/^On its way \$300, by \w+ \d+$/);
    await expect(line).toBeInViewport({ ratio: 1 });
  },
);

test(
  'A call is made and its outcome noted with three presses',
  ONLINE_SWEEP,
  async ({ app, consoleGuard, page, person }) => {
    // No phone is attached to this browser.
    consoleGuard.allow(/Failed to launch 'tel:/);
    await makeLeads(app, { person, referrer: await makePerson(app) }, [-1]);
    await page.setViewportSize(DESKTOP);
    await openAs(page, person, '/');
    const { press, expectAtMost } = counting();
    const main = page.getByRole('main');
    await press(main.getByRole('link', { name: /^Call [\d,]+ (?:person|people)$/ }));
    // Whoever is first; other tests leave people to be called, too.
    await press(main.getByRole('link', { name: /^Call / }).first());
    await press(main.getByRole('button', { name: 'No answer' }));
    await expect.poll(() => callsOf(app, person)).toMatchObject([{ outcome: 'no_answer' }]);
    expectAtMost(3);
  },
);

test(
  'A person is found and their referral’s status changed with four presses',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await page.setViewportSize(DESKTOP);
    await openAs(page, app.admin, '/');
    const { press, expectAtMost } = counting();
    await press(page.getByRole('button', { name: /^Find anything/ }));
    const find = page.getByRole('dialog', { name: 'Find anything' });
    await expect(find.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(friend.email);
    await expect(find.getByRole('option', { name: friend.name })).toBeVisible();
    // Enter ends the typing, and opens the first that was found.
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: friend.name });
    await press(details.getByLabel('Status'));
    await press(page.getByRole('option', { name: 'Contact Made', exact: true }));
    await press(details.getByRole('button', { name: 'Update' }));
    const statusOf = () =>
      app.sql<{ status: string }>('select status from referrals where email = $1', [friend.email]);
    await expect.poll(statusOf).toEqual([{ status: 'contact_made' }]);
    expectAtMost(4);
  },
);

test(
  'A rep uploads a file without signal with three presses beside choosing it',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await letTake(app, person);
    const friends = makeFriends(3);
    await openAs(page, person, '/');
    await expect(connection(page)).toHaveText('All sent');
    await signal.lose();
    const { press, expectAtMost } = counting();
    await press(page.getByRole('link', { name: 'Referrals' }).filter({ visible: true }).first());
    await press(page.getByRole('link', { name: 'Bulk Upload' }));
    await page
      .getByLabel('Choose CSV file')
      .first()
      .setInputFiles(csvFile(`Name,Email,Phone\r\n${linesOf(friends)}\r\n`));
    await press(page.getByRole('button', { name: 'Upload 3 referrals' }));
    await expect.poll(() => waitingRows(page, person.id)).toHaveLength(3);
    expect(await serverRows(app, ...friends)).toEqual([]);
    expectAtMost(3);
    await signal.regain();
    await expectSentOnce(app, ...friends);
  },
);

test(
  'The link is shown as a QR code, and copied, with one press each',
  ONLINE_SWEEP,
  async ({ app, context, home: page, person }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const code = await codeOf(app, person);
    const { press, expectAtMost } = counting();
    await press(page.getByRole('main').getByRole('button', { name: /^Copy/ }));
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(new RegExp(`/refer/${code}$`));
    await press(page.getByRole('main').getByRole('button', { name: 'QR code' }));
    await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeInViewport({
      ratio: 1,
    });
    expectAtMost(2);
  },
);
