import { adminUserRoutes } from '@sunloop/shared-types/accounts/users.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { type Browser, expect } from 'playwright/test';
import type { AppProcess } from '../../fixtures/app-process.ts';
import { choose } from '../../fixtures/choose.ts';
import { fillSignIn, sessionCookies } from '../../fixtures/people.ts';
import { signInAgain } from '../../fixtures/put-back.ts';
import { connection } from '../../fixtures/referrals.ts';

/** The admin's browser. */
export interface Desk {
  /** Completes all referrals with this word in their names. */
  complete(word: string): Promise<void>;
  /** Comes back to a server that was put back, and does again what it says was lost; returns how much that was. */
  confirmAgain(): Promise<number>;
}

export async function openDesk(browser: Browser, app: AppProcess): Promise<Desk> {
  const size = { width: 1440, height: 900 };
  const context = await browser.newContext({
    baseURL: app.origin,
    serviceWorkers: 'block',
    viewport: size,
  });
  const page = await context.newPage();
  await page.goto('/auth');
  await fillSignIn(page, app.admin);
  await expect(page.getByRole('heading', { name: 'System Dashboard' })).toBeVisible();
  // The header may say 'All sent' for a moment longer, so the server's answer is waited for.
  const answered = () => page.waitForResponse(/\/api\/admin\/referrals\/acts$/);
  return {
    async complete(word) {
      await page.goto(`/admin?panel=referrals&q=${word}`);
      await page.getByLabel('Select everything that matches').click();
      await choose(page.getByLabel('Set status'), 'Completed');
      await page.getByRole('button', { name: 'Apply' }).click();
      const done = answered();
      await page.getByRole('button', { name: 'Set to Completed' }).click();
      await expect(page.getByText('Changes saved')).toBeVisible();
      await done;
      await expect(connection(page)).toHaveText('All sent');
    },
    async confirmAgain() {
      await page.goto('/admin?panel=status');
      await signInAgain(page, app.admin);
      // The region shows the first of them and says how many there are.
      const lost = (count: number | string) =>
        page.getByRole('region', { name: `Changes that need you (${count}` });
      const title = await lost('').getByRole('heading').textContent();
      const count = Number(/\((\d+)\)/.exec(title ?? '')?.[1]);
      for (let left = count; left > 0; left -= 1) {
        await lost(`${left})`)
          .getByRole('button', { name: /^Set mine/ })
          .first()
          .click();
        const done = answered();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: 'Set to Completed' })
          .click();
        await expect(lost(`${left})`)).toBeHidden();
        await done;
      }
      await expect(connection(page)).toHaveText('All sent');
      return count;
    },
  };
}

/** What another admin does elsewhere: deletes these referrals and erases these people. */
export async function removeElsewhere(
  app: AppProcess,
  { referrals, people }: Record<'referrals' | 'people', readonly { id: string }[]>,
): Promise<void> {
  const cookies = await sessionCookies(app, app.admin);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const act = async (route: Route, { id }: { id: string }) => {
    const path = requestPath(route, { params: { id } });
    const headers = { Cookie, 'Content-Type': 'application/json' };
    const answer = await fetch(app.origin + path, { method: route.method, headers });
    expect(answer.status, path).toBe(204);
  };
  for (const one of referrals) await act(adminReferralRoutes.deleteReferral, one);
  for (const one of people) await act(adminUserRoutes.eraseUser, one);
}
