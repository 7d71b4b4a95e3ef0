import { expect } from 'playwright/test';
import { fillSignIn } from '../../../fixtures/people.ts';
import { expectAllSent } from '../../../fixtures/referrals.ts';
import { toast } from '../../../fixtures/toast.ts';
import type { Action } from './action.ts';
import { PATIENCE } from './settled.ts';

/** A person signs in. */
export const signIn: Action = {
  name: 'sign-in',
  calls: /^POST \/api\/login/,
  async begin({ app, page, person }) {
    await page.goto('/auth');
    const form = page.getByRole('form', { name: 'Sign in' });
    return {
      act: () => fillSignIn(page, person),
      async expectTruth({ fault }) {
        await expect(toast(page)).toContainText('Login failed', PATIENCE);
        // Nobody has checked the password.
        if (fault !== 'signed-out') {
          await expect(toast(page)).not.toContainText('Invalid credentials');
        }
        await expect(page).toHaveURL('/auth');
        await expect(form.getByLabel('Email')).toHaveValue(person.email);
        await expect(form.getByLabel('Password', { exact: true })).toHaveValue(person.password);
      },
      remedy: () => form.getByRole('button', { name: 'Sign In', exact: true }).click(),
      async expectDone() {
        await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible(PATIENCE);
        await expectAllSent(page, PATIENCE);
        const user = await (await page.request.get('/api/user')).json();
        expect(user).toMatchObject({ id: person.id });
        const wrong = await app.sql(
          `select 1 from login_attempts where email = $1 and success <> 'true'`,
          [person.email],
        );
        expect(wrong, 'no wrong password is counted').toEqual([]);
      },
    };
  },
};
