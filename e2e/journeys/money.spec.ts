import type { RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { choose } from '../fixtures/choose.ts';
import { openDesk } from '../fixtures/desk-pages.ts';
import {
  openAs,
  type Person,
  referFromElsewhere,
  sessionCookies,
  signIn,
} from '../fixtures/people.ts';
import { listItem } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, test } from '../fixtures/test.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

const figure = (page: Page, title: string) =>
  page.locator('.stat-card').filter({ hasText: title }).getByRole('definition').first();

const money = (page: Page) => page.getByRole('main').locator('.money-line');

/** An admin's call from another device. */
async function asAdmin<T>(
  app: AppProcess,
  { method, path }: { method: string; path: string },
  body?: unknown,
): Promise<T> {
  const cookies = await sessionCookies(app, app.admin);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(app.origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

const ledgerOf = (app: AppProcess, { id }: Person) =>
  app.sql<{ amount: string }>(
    'select amount from reward_history where user_id = $1 order by created_at, id',
    [id],
  );

test('A pending referral says what it will earn, by the same ladder as the next reward', async ({
  app,
  page,
  person,
  signal,
}) => {
  const friend = await referFromElsewhere(app, person);
  await referFromElsewhere(app, person);
  await setStatuses(app, person, ['completed', 'submitted']);
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, person);
  const hint = 'when installed';
  await expect(page.getByText(hint).first()).toBeVisible();
  await expect(page.getByText('Next install pays $300')).toBeVisible();
  await expect(page.getByText(/earn up to \$1,000 for each who goes solar/)).toBeVisible();
  await page.goto('/referrals');
  await expect(page.getByText('Next install pays $300')).toBeVisible();
  await page.goto('/rewards');
  await expect(figure(page, 'Next Reward')).toHaveText('$300');
  await expect(page.getByText(/^for your next install · .*, at \d+$/)).toBeVisible();
  await signal.lose();
  await page.goto('/referrals');
  await expect(page.getByText('Next install pays $300'), 'from what was stored').toBeVisible();
  await expect(page.getByText(friend.name)).toBeVisible();
});

test(
  'After seven completed referrals each open friend has the rung that comes next, wherever it is shown',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const friends = [];
    for (let n = 0; n < 11; n++) friends.push(await referFromElsewhere(app, person));
    const done = Array.from({ length: 6 }, () => 'completed' as const);
    await setStatuses(app, person, [
      'completed',
      ...done,
      'submitted',
      'contact_made',
      'in_progress',
      'submitted',
    ]);
    const [old, called, visited, young] = friends.slice(7);
    const battery = '50% Tesla Powerwall discount';
    const worth = [
      [visited, '$1,000'],
      [called, '$1,000'],
      [old, battery],
      [young, battery],
    ] as const;
    await signIn(page, person);
    const recent = page.getByRole('row').filter({ hasText: visited?.name ?? '' });
    await expect(recent).toContainText(/\$1,000\s*when installed/);
    await page.goto('/referrals');
    await expect(
      page.getByText(`Next install pays $1,000, then $1,000, then ${battery}`),
    ).toHaveCount(1);
    for (const [friend, reward] of worth) {
      await page.getByRole('button', { name: friend?.name ?? '' }).click();
      const dialog = page.getByRole('dialog', { name: friend?.name ?? '' });
      await expect(dialog.locator('.referral-money')).toHaveText(`${reward}when installed`);
      await page.keyboard.press('Escape');
    }
    await page.goto('/rewards');
    await expect(figure(page, 'Next Reward')).toHaveText('$1,000');
    await expect(figure(page, 'Total Rewards Earned')).toHaveText('$3,400');
    const card = page.locator('.stat-card').filter({ hasText: 'Next Reward' });
    await expect(card).toContainText('for your next install · ');
    await expect(card, 'the first level that is not completed').toContainText(/, at (?:8|9|10)$/);
  },
);

test(
  'When every tier changes, every place shows the new sums and none the old',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const tiers = await asAdmin<RewardTier[]>(app, routes.rewardTiers);
    const setAll = async (rewardOf: (at: number) => string) => {
      for (const [at, { id }] of tiers.entries()) {
        const path = routes.changeRewardTier.path.replace(':id', id);
        const rewardAmount = rewardOf(at);
        await asAdmin(app, { method: 'PUT', path }, { rewardAmount });
      }
    };
    const sums = ['$1,250', '$1,251', '$1,252', '$1,253', '$1,254'];
    try {
      await setAll((at) => `$${1250 + at}`);
      await referFromElsewhere(app, person);
      await page.goto('/auth');
      await expect(
        page.getByText('$1,250 for each of your first two referrals, and up to $1,254'),
      ).toBeVisible();
      await signIn(page, person);
      await expect(page.getByText(/earn up to \$1,254 for each/)).toBeVisible();
      await expect(page.locator('.level-progress .reward')).toHaveText(sums);
      await page.goto('/rewards');
      await expect(figure(page, 'Next Reward')).toHaveText('$1,250');
      await expect(page.locator('.reward-ladder strong')).toHaveText(sums);
      await expect(page.locator('.available-reward strong')).toHaveText(sums);
    } finally {
      await setAll((at) => tiers[at]?.rewardAmount ?? '');
    }
  },
);

test('A reward goes from earned to paid with its date', ONLINE, async ({ app, page, person }) => {
  await referFromElsewhere(app, person);
  await setStatuses(app, person, ['completed']);
  const [line] = await app.sql<{ id: string }>('select id from reward_history where user_id = $1', [
    person.id,
  ]);
  await openAs(page, person, '/rewards');
  await expect(page.getByText(/^Earned .* → not paid yet$/)).toBeVisible();
  await expect(money(page)).toContainText(/Earned \$300\s*Paid \$0\s*On its way \$300, by \w+ \d+/);
  const handover = { method: 'check', reference: '1042' };
  await asAdmin(app, routes.markPayouts, { ids: [line?.id], isPaid: 'true', ...handover });
  const again = await page.context().browser()?.newContext({ baseURL: app.origin });
  const other = await again?.newPage();
  if (!other) throw new Error('there is a browser');
  await openAs(other, person, '/rewards');
  await expect(
    other.locator('.earned-summary li').getByText(/^Earned .* → Paid .* by check, no\. 1042$/),
  ).toBeVisible();
  const paid = /^Earned \$300\s*Paid \$300$/;
  await expect(money(other)).toHaveText(paid);
  await other.goto('/referrals');
  await expect(money(other)).toHaveText(paid);
  await other.locator('.referral-name').click();
  const dialog = other.getByRole('dialog');
  await expect(dialog.locator('.money-line')).toHaveText(paid);
  await expect(dialog.getByRole('list', { name: 'Progress' })).toContainText('by check, no. 1042');
  await again?.close();
});

test(
  'A late reward is named with its friend and day on the pages about money, and Help says when',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const friend = await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed']);
    const age = `update reward_history set date = now() - interval '42 days' where user_id = $1`;
    await app.sql(age, [person.id]);
    await signIn(page, person);
    const late = page.locator('.money-late');
    await expect(late).toContainText(/^\$300 is late: \$300 for /);
    await expect(late).toContainText(friend.name);
    await late.getByRole('link', { name: 'Call us' }).click();
    const help = page.getByRole('dialog', { name: 'Help' });
    await expect(help.locator('.money-days')).toContainText(/late, it was due/);
    await page.keyboard.press('Escape');
    await page.goto('/referrals');
    await expect(money(page)).toHaveText(/On its way \$300$/);
    await expect(late).toHaveCount(0);
    await listItem(page, friend).click();
    await expect(page.getByRole('list', { name: 'Progress' })).toContainText('Your reward is late');
    await signal.lose();
    await page.goto('/rewards');
    await expect(late, 'from what was stored').toContainText(friend.name);
  },
);

test(
  'Help says when rewards come, in the words of the setting',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const [setting] = await app.sql<{ value: string }>(
      `select value from system_settings where key = 'rewards.when_paid'`,
    );
    await openAs(page, person, '/?help=1');
    const dialog = page.getByRole('dialog', { name: 'Help' });
    await expect(dialog.getByText(setting?.value ?? 'nothing')).toBeVisible();
  },
);

test(
  'The sign-in page promises what the ladder pays, and no sum if the server does not answer',
  SWEEP,
  async ({ consoleGuard, page }) => {
    consoleGuard.allow(/api\/rewards\/programme/);
    await page.route('**/api/rewards/programme', (route) => route.abort());
    await page.goto('/auth');
    await expect(page.getByText('A reward for every friend who goes solar.')).toBeVisible();
    await page.unroute('**/api/rewards/programme');
    await page.reload();
    const promise = page.getByText(
      /^\$300 for each of your first two referrals, and up to \$1,000/,
    );
    await expect(promise).toBeVisible();
    await page.route('**/api/rewards/programme', (route) => route.abort());
    await page.reload();
    await expect(promise, 'as this browser last heard it').toBeVisible();
  },
);

test.describe('at the desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test(
    'Completing first says whom it pays and how much, and can be undone from the notice',
    ONLINE,
    async ({ app, page, person }) => {
      const friend = await referFromElsewhere(app, person);
      await openDesk(page, app, 'panel=status');
      await page.getByRole('option').filter({ hasText: friend.email }).click();
      await choose(page.getByLabel('Status', { exact: true }), 'Completed');
      const pays = `Pays ${person.username} $300, their 1st install.`;
      await expect(page.getByText(pays)).toBeVisible();
      expect(await ledgerOf(app, person), 'asking pays nothing').toEqual([]);
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(toast(page)).toContainText(pays);
      await expect.poll(() => ledgerOf(app, person)).toEqual([{ amount: '$300' }]);
      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect
        .poll(() => ledgerOf(app, person))
        .toEqual([{ amount: '$300' }, { amount: '-$300' }]);
    },
  );

  test(
    'The details and the bulk question say it too, and both can be undone',
    ONLINE_SWEEP,
    async ({ app, page, person }) => {
      const friend = await referFromElsewhere(app, person);
      await referFromElsewhere(app, person);
      await openDesk(page, app, `panel=referrals&q=${encodeURIComponent(friend.email)}`);
      await page.getByRole('link', { name: friend.name }).click();
      const details = page.getByRole('dialog', { name: friend.name });
      await expect(details.getByText('when installed')).toBeVisible();
      await choose(details.getByLabel('Status', { exact: true }), 'Completed');
      await expect(details.getByText(`Pays ${person.username} $300, their 1st`)).toBeVisible();
      await page.goto(`/admin?panel=referrals&q=${encodeURIComponent(person.email)}`);
      await page.getByLabel('Select everything that matches').click();
      await choose(page.getByLabel('Set status'), 'Completed');
      await page.getByRole('button', { name: 'Apply' }).click();
      const question = page.getByRole('alertdialog', { name: 'Set status for all' });
      await expect(question).toContainText(`Pays ${person.username} $600 for 2 referrals.`);
      await question.getByRole('button', { name: 'Set to Completed' }).click();
      await expect.poll(async () => (await ledgerOf(app, person)).length).toBe(2);
      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await ledgerOf(app, person)).length).toBe(4);
    },
  );

  test(
    'Total Paid Out is what customers have received, and of how much; the work names the same debt',
    ONLINE_SWEEP,
    async ({ app, page, person }) => {
      await referFromElsewhere(app, person);
      await setStatuses(app, person, ['completed']);
      await openDesk(page, app, 'panel=overview');
      const card = page.locator('.stat-card').filter({ hasText: 'Total Paid Out' });
      await expect(card).toContainText(/\$[\d,.]+.*of \$[\d,.]+ earned, \$[\d,.]+ owed/);
      const owed = /\$[\d,.]+(?= owed)/.exec(await card.innerText())?.[0] ?? '';
      await page.goto('/');
      const pay = page.getByRole('region', { name: 'To Do' }).getByRole('link', { name: /^Pay / });
      await expect(pay).toHaveAccessibleName(new RegExp(`^Pay \\${owed} to `));
    },
  );
});
