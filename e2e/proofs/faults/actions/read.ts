import { expect } from 'playwright/test';
import { fillSignIn, referFromElsewhere } from '../../../fixtures/people.ts';
import { expectAllSent, listItem } from '../../../fixtures/referrals.ts';
import type { Action } from './action.ts';
import { PATIENCE, pressIfThere } from './settled.ts';

/** The list of referrals is fetched by this device for the first time. */
export const read: Action = {
  name: 'read',
  calls: /^GET \/api\/referrals/,
  async begin({ app, page, person }) {
    const friend = await referFromElsewhere(app, person);
    const main = page.getByRole('main');
    return {
      async act() {
        await page.goto('/auth');
        await fillSignIn(page, person);
        await page
          .getByRole('navigation', { name: 'Quick' })
          .getByRole('link', { name: 'Referrals' })
          .click();
        await expect(page.getByRole('heading', { name: 'My Referrals' })).toBeVisible();
      },
      async expectTruth({ fault }) {
        const missing = main.getByText(/^Your referrals (will appear here|could not be loaded)/);
        const loading = main.getByRole('status', { name: 'Your referrals: loading' });
        await expect(missing.or(loading)).toBeVisible();
        // A request that hangs is repeated three times, 15 s each.
        if (fault !== 'hang') await expect(missing).toBeVisible(PATIENCE);
        await expect(main.getByText('No referrals yet')).toBeHidden();
        await expect(main.getByText('0 referrals')).toBeHidden();
      },
      remedy: () => pressIfThere(main.getByRole('button', { name: 'Try again' })),
      async expectDone() {
        await expect(listItem(page, friend)).toContainText('Submitted', PATIENCE);
        await expect(main.getByRole('status')).toHaveText('1 referral');
        await expectAllSent(page, PATIENCE);
      },
    };
  },
};
