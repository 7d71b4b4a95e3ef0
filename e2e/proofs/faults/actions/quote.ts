import { expect } from 'playwright/test';
import { codeOf, makeFriend } from '../../../fixtures/people.ts';
import { serverRows } from '../../../fixtures/referrals.ts';
import type { Action } from './action.ts';
import { PATIENCE, pressIfThere } from './settled.ts';

/** A visitor asks for a quote through somebody's link. */
export const quote: Action = {
  name: 'quote',
  calls: /^POST \/api\/quotes/,
  async begin({ app, page, person }) {
    const friend = makeFriend();
    await page.goto(`/refer/${await codeOf(app, person)}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Person');
    const form = page.getByRole('form', { name: 'Free quote' });
    const thanks = page.getByRole('heading', { name: 'Thank you' });
    return {
      async act() {
        await form.getByLabel('Full Name').fill(friend.name);
        await form.getByLabel('Email').fill(friend.email);
        await form.getByLabel('Phone Number').fill(friend.phone);
        await form.getByRole('button', { name: 'Get My Free Quote' }).click();
      },
      async expectTruth() {
        const kept = page.getByRole('heading', { name: 'Saved on this device' });
        await expect(kept).toBeVisible(PATIENCE);
        await expect(thanks).toBeHidden();
      },
      remedy: () => pressIfThere(page.getByRole('button', { name: 'Send now' })),
      async expectDone() {
        await expect(thanks).toBeVisible(PATIENCE);
        const referrals = await serverRows(app, friend);
        expect(referrals.map(({ userId }) => userId)).toEqual([person.id]);
        const quotes = await app.sql('select 1 from quotes where email = $1', [friend.email]);
        // Sync rule 24.
        expect(quotes).toHaveLength(1);
      },
    };
  },
};
