import type { Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { DESK_PLACES } from '../fixtures/pages.ts';
import { referFromElsewhere, signIn } from '../fixtures/people.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

/** Longer than data counts as fresh. */
const AWAY_MS = 6 * 60_000;
const JUST_NOW = /^As of .+ · just now$/;

const age = (page: Page) => page.getByText(/^As of /);
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true });

/** Paths the desk asks for from now on. */
function watchDesk(page: Page): string[] {
  const paths: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/admin/')) paths.push(pathname);
  });
  return paths;
}

test(
  'Every panel of the desk shows its age once and can be refreshed',
  SWEEP,
  async ({ app, page }) => {
    await openDesk(page, app, '');
    for (const { title, path } of DESK_PLACES) {
      await page.goto(path);
      await expect(age(page), title).toHaveText(JUST_NOW);
      await expect(refresh(page), title).toHaveCount(1);
    }
  },
);

test(
  'An open desk fetches nothing by itself, even when it is focused again, and fetches once when told to',
  SWEEP,
  async ({ app, page }) => {
    await referFromElsewhere(app, app.admin);
    await signIn(page, app.admin);
    await page.clock.install();
    await page.goto('/admin?panel=overview');
    await expect(age(page)).toHaveText(JUST_NOW);
    await expect(page.getByRole('region', { name: 'Top Referrers', exact: true })).toBeVisible();

    const paths = watchDesk(page);
    await page.clock.fastForward(AWAY_MS);
    // The online event makes the app ask who is signed in: by then it has handled the focus too.
    const asksWho = page.waitForResponse((response) => response.url().endsWith('/api/user'));
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('online'));
    });
    await asksWho;
    await expect(age(page)).toHaveText(/^As of .+ · [67] minutes ago$/);
    expect(paths).toEqual([]);

    await refresh(page).click();
    await expect(age(page)).toHaveText(JUST_NOW);
    await expect(refresh(page)).toBeFocused();
    const once = ['referrals', 'report', 'stats'];
    expect(paths.toSorted()).toEqual(once.map((path) => `/api/admin/${path}`));
  },
);

test(
  'Without signal Refresh says why it cannot work, and the age keeps counting',
  SWEEP,
  async ({ app, page, signal }) => {
    await openDesk(page, app, 'panel=users');
    await expect(age(page)).toHaveText(JUST_NOW);
    await signal.lose();
    await expect(page.getByText('No connection to refresh it')).toBeVisible();
    await expect(age(page)).toBeVisible();
    await expect(refresh(page)).toHaveAttribute('aria-disabled', 'true');
  },
);
