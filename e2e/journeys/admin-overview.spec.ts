import type { Page } from 'playwright/test';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { DESK_PANELS } from '../fixtures/pages.ts';
import { openAs, referFromElsewhere } from '../fixtures/people.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';

/** Code no customer may ever load. */
const DESK_CODE = /\/assets\/(?:admin-(?!page)|desk-|report-)[^/]*\.js$/;

const figure = (page: Page, title: string) =>
  page.locator('.stat-card').filter({ hasText: title }).getByRole('definition').first();
const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Imitates a program in which nothing has happened yet. */
async function showNothing(page: Page): Promise<void> {
  const body = {
    totalUsers: 1,
    totalReferrals: 0,
    completedReferrals: 0,
    totalReferralsPaidOut: 0,
    totalPaid: 0,
    totalOwed: 0,
  };
  await page.route('**/api/admin/stats', (route) =>
    route.fulfill({ json: body, headers: { 'X-Sunloop': '1' } }),
  );
}

test('A customer is refused and loads none of the console’s code', async ({ page, person }) => {
  const loaded: string[] = [];
  page.context().on('request', (request) => loaded.push(request.url()));
  await openAs(page, person, '/admin?panel=users');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await waitForOfflineReady(page);
  expect(loaded.filter((url) => DESK_CODE.test(url))).toEqual([]);
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
});

test(
  'An admin’s dashboard shows the whole program and leads to the console',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await openDesk(page, app, '');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'System Dashboard' })).toBeVisible();
    await expect(
      page.getByText('Real-time overview of system performance and metrics'),
    ).toBeVisible();
    await expect(figure(page, 'Total Referrals')).toHaveText(/^[1-9]/);
    await expect(figure(page, 'Total Paid Out')).toHaveText(/^\$/);
    const metrics = page.getByRole('region', { name: 'System Metrics' });
    await expect(metrics.getByText('Conversion Rate', { exact: true })).toBeVisible();
    const activity = page.getByRole('region', { name: 'Recent System Activity' });
    await expect(activity.getByRole('listitem').first()).toContainText(friend.name);
    await expect(activity.getByRole('listitem').first()).toContainText('Submitted');
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: 'My Referrals' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'To Do' })).toContainText(/Call [\d,]+ p/);
    await expectDeskAccessible(page, 'the dashboard');

    await page.getByRole('link', { name: 'System Overview' }).click();
    await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible();
    await expect(chart(page, 'Top Referrers')).toBeVisible();
  },
);

test(
  'Each panel has its own URL and title, and gets the focus',
  ONLINE_SWEEP,
  async ({ app, page }) => {
    await openDesk(page, app, '');
    const nav = page.getByRole('navigation', { name: 'Admin Panel' });
    for (const { label, heading } of DESK_PANELS.toReversed()) {
      await nav.getByRole('link', { name: label }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
      await expect(nav.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
      await expect(page).toHaveTitle(`${heading} · Admin Panel · Sunloop`);
    }
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'All Referrals' })).toBeVisible();
  },
);

test('Where nothing has happened yet, a percentage is N/A', ONLINE_SWEEP, async ({ app, page }) => {
  await showNothing(page);
  await openDesk(page, app, '');
  const summary = page.getByRole('region', { name: 'Activity Summary' });
  await expect(summary.getByText('Average Payout per Referral')).toBeVisible();
  await expect(summary.getByText('N/A', { exact: true })).toHaveCount(2);
  await expect(figure(page, 'Total Paid Out')).toHaveText('$0');
});

test(
  'Every chart has a description and a table, and opens without signal',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await referFromElsewhere(app, person);
    await openDesk(page, app, '');
    const weeks = chart(page, 'Referrals by Week');
    await expect(weeks.getByText(/in the last 26 weeks/)).toBeVisible();
    await expect(weeks.locator('.recharts-bar-rectangle').first()).toBeVisible();
    await weeks.getByRole('button', { name: /^Show as table/ }).click();
    await expect(weeks.getByRole('row')).toHaveCount(27);
    await expect(weeks.getByRole('columnheader', { name: 'Contact Made' })).toBeVisible();
    const top = chart(page, 'Top Referrers');
    // Other people's journeys share the server, and ten of them may have more than this person.
    await expect(top.getByRole('link').first()).toBeAttached();
    await expectDeskAccessible(page, 'the overview');

    await signal.lose();
    await page.reload();
    await expect(figure(page, 'Total Referrals')).toHaveText(/^[1-9]/);
    await expect(page.getByText(/^As of /).first()).toBeVisible();
    await expect(chart(page, 'Referral Funnel')).toBeVisible();
  },
);

test(
  'Charts that cannot be loaded say so, and appear when they are requested again',
  ONLINE_SWEEP,
  async ({ app, page, consoleGuard, network }) => {
    consoleGuard.allow(refusedWith(500));
    network.setTrouble('server-error', /\/api\/admin\/report/);
    await openDesk(page, app, '');
    const missing = page.getByText('The charts could not be loaded.');
    await expect(missing).toBeVisible({ timeout: 40_000 });
    network.setTrouble(undefined);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Top Referrers' })).toBeVisible();
  },
);
