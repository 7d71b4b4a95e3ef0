import { expect } from 'playwright/test';
import { logOut } from '../../../fixtures/navigation.ts';
import { referFromElsewhere, signIn } from '../../../fixtures/people.ts';
import { listItem } from '../../../fixtures/referrals.ts';
import { readTable } from '../../../fixtures/stored.ts';
import type { Action } from './action.ts';
import { lookAgain, PATIENCE } from './settled.ts';

/** A person signs out: the device forgets at once, the server is told as soon as possible. */
export const signOut: Action = {
  name: 'sign-out',
  calls: /^POST \/api\/logout/,
  async begin({ app, page, person }) {
    const friend = await referFromElsewhere(app, person);
    await signIn(page, person);
    await expect(listItem(page, friend)).toBeVisible();
    const sessions = () => app.sql('select 1 from sessions where user_id = $1', [person.id]);
    // Only this device's session: the friend came from another one.
    await app.sql(
      `delete from sessions where id <> (select id from sessions where user_id = $1
         order by last_used_at desc, id limit 1) and user_id = $1`,
      [person.id],
    );
    const expectForgotten = async () => {
      await expect(page).toHaveURL('/auth', PATIENCE);
      await expect(page.getByText(friend.name)).toHaveCount(0);
      for (const table of ['referrals', 'arrived'])
        expect(await readTable(page, `referrals-${person.id}`, table)).toEqual([]);
    };
    return {
      act: () => logOut(page),
      async expectTruth() {
        await expectForgotten();
        await page.goto('/');
        await expectForgotten();
      },
      async expectDone() {
        await expectForgotten();
        await expect(async () => {
          expect(await sessions()).toEqual([]);
          await lookAgain(page);
          const device = await readTable(page, 'sunloop-device', 'device');
          expect(JSON.stringify(device)).not.toContain(person.id);
        }).toPass(PATIENCE);
        expect((await page.request.get('/api/user')).status()).toBe(401);
      },
    };
  },
};
