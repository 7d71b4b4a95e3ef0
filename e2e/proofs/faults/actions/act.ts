import { expect } from 'playwright/test';
import { choose } from '../../../fixtures/choose.ts';
import { fillSignIn, makeAdmin, makePerson, referFromElsewhere } from '../../../fixtures/people.ts';
import { expectAllSent } from '../../../fixtures/referrals.ts';
import type { Action } from './action.ts';
import { PATIENCE } from './settled.ts';

const DESK = { width: 1440, height: 900 };

/** An admin sets the status of a referral. */
export const act: Action = {
  name: 'act',
  calls: /^POST \/api\/admin\/referrals\/acts/,
  isQueued: true,
  async begin({ app, page, person }) {
    const referrer = await makePerson(app);
    const friend = await referFromElsewhere(app, referrer);
    await makeAdmin(app, person);
    await page.setViewportSize(DESK);
    await page.goto('/auth');
    await fillSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'System Dashboard' })).toBeVisible();
    await page.goto('/admin?panel=status');
    await page.getByRole('searchbox', { name: 'Search referrals' }).fill(friend.email);
    const line = page.getByRole('option').filter({ hasText: friend.email });
    await line.click();
    await expect(page.getByRole('heading', { name: friend.name })).toBeVisible();
    return {
      async act() {
        await choose(page.getByLabel('Status', { exact: true }), 'Completed');
        await page.getByRole('button', { name: 'Update' }).click();
        await expect(line).toContainText('Completed');
      },
      async expectTruth() {
        await expect(line).toContainText('Waiting to send');
      },
      async expectDone() {
        await expectAllSent(page, PATIENCE);
        const [stored] = await app.sql<{ status: string; acts: number }>(
          `select r.status, (select count(*)::int from audit_logs a where a.user_id = $2 and
             a.entity_id = r.id::text and a.action like '%status%') as acts
           from referrals r where r.email = $1`,
          [friend.email, person.id],
        );
        expect(stored).toMatchObject({ status: 'completed', acts: 1 });
        // A bug of the app, shown by `signed-out × act`: 'Sign in' in the header drops the rest of the URL's
        // search, so the admin ends up in a different panel from the one they were working in.
        await expect(line).toContainText('Completed');
        await expect(line).not.toContainText('Waiting to send');
      },
    };
  },
};
