import type { Locator } from 'playwright/test';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import {
  makeFriend,
  makePerson,
  openAs,
  referFromElsewhere,
  type Friend,
} from '../fixtures/people.ts';
import { expectSentOnce } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

/** The most frequent jobs, each from the page its person starts at, with the presses it may take. */

test.use(WITHOUT_WORKER);

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

test('Three friends are added with four taps beside typing', SWEEP, async ({ app, home: page }) => {
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
});

test('Twelve people are paid with four presses', SWEEP, async ({ app, page }) => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(app)));
  for (const person of people) {
    await seedReferrals(app, person, 1);
    await setStatuses(app, person, ['completed']);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
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

test('A pair of duplicates is decided with two presses', SWEEP, async ({ app, page, person }) => {
  const other = await makePerson(app);
  const friend = await referFromElsewhere(app, person);
  await referFromElsewhere(app, other, makeFriend({ email: friend.email }));
  await page.setViewportSize({ width: 1440, height: 900 });
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
});

test(
  'When how much comes is read on the first page, without a press',
  SWEEP,
  async ({ app, page, person }) => {
    await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed']);
    await openAs(page, person, '/');
    const line = page.getByRole('main').getByText(/^On its way \$300, by \w+ \d+$/);
    await expect(line).toBeInViewport({ ratio: 1 });
  },
);
