import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { startApp, type OwnApp } from '../fixtures/app-process.ts';
import { expectFits } from '../fixtures/fits.ts';
import { type IdentityProvider, startIdentityProvider } from '../fixtures/identity-provider.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { makeFriend, makePerson, sessionCookies, signIn, uniqueWord } from '../fixtures/people.ts';
import { profileAt } from '../fixtures/profile.ts';
import { addReferral, connection, expectSentOnce } from '../fixtures/referrals.ts';
import { expect, refusedWith, test as base } from '../fixtures/test.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

interface SsoFixtures {
  idp: IdentityProvider;
  app: OwnApp;
}

/** A server of its own, whose people may sign in by a real identity provider. */
const test = base.extend<object, SsoFixtures>({
  idp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern, also where nothing is needed.
    async ({}, use) => {
      const idp = await startIdentityProvider();
      await use(idp);
      await idp.close();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ idp }, use) => {
      const app = await startApp(idp.env);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

/** Somebody at the provider; returns who they say they are there. */
function somebody({ people }: IdentityProvider, claims: Record<string, unknown> = {}): string {
  const who = uniqueWord();
  people.set(who, {
    email: `${who}@sun.example`,
    email_verified: true,
    name: `Sol ${who}`,
    ...claims,
  });
  return who;
}

/** Signs in at the provider, whose field has the focus; nobody says no. */
async function sayWho(page: Page, who: string): Promise<void> {
  await expect(page.getByLabel('Who are you?')).toBeFocused();
  await page.keyboard.type(who);
  await page.keyboard.press('Enter');
}

const BUTTON = { name: 'Sign in with Sun Login' };

test(
  'Somebody new comes in by the identity provider with the keyboard alone',
  ONLINE,
  async ({ idp, page }) => {
    const who = somebody(idp);
    await page.goto('/auth');
    await expect(page.getByRole('button', BUTTON)).toBeVisible();
    await expectAccessible(page, 'signing in with a provider');
    await expectFits(page, 'signing in with a provider');
    await tabTo(page, page.getByRole('button', BUTTON));
    await page.keyboard.press('Enter');
    await sayWho(page, who);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    expect(new URL(page.url()).pathname).toBe('/');
  },
);

test(
  'Whoever is refused reads why, and comes in with a password',
  SWEEP,
  async ({ app, idp, page }) => {
    const person = await makePerson(app);
    const who = somebody(idp, { email: person.email, email_verified: false });
    await page.goto('/auth');
    await page.getByRole('button', BUTTON).click();
    await sayWho(page, '');
    await expect(page.getByText('Sun Login did not sign you in.')).toBeVisible();
    await expectAccessible(page, 'a refused single sign-on');
    await page.getByRole('link', { name: 'Try again' }).click();
    await sayWho(page, who);
    await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    await expect(
      page.getByText('does not say that it has verified your email address'),
    ).toBeVisible();
    await expectFits(page, 'a refused single sign-on');
    await page.getByRole('link', { name: 'Sign in with email and password' }).click();
    await signIn(page, person);
  },
);

test(
  'Without signal the button says that it needs a connection, and works once there is one',
  SWEEP,
  async ({ idp, page, signal }) => {
    const who = somebody(idp);
    await page.goto('/auth');
    await expect(page.getByRole('button', BUTTON)).toBeEnabled();
    await signal.lose();
    const away = page.getByRole('button', { name: 'Sign in with Sun Login needs a connection' });
    await expect(away).toBeDisabled();
    await signal.regain();
    await page.getByRole('button', { ...BUTTON, exact: true }).click();
    await sayWho(page, who);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  },
);

test(
  'A session that ended begins again by the provider, and what waits goes out',
  SWEEP,
  async ({ app, consoleGuard, idp, page, signal }) => {
    consoleGuard.allow(refusedWith(401));
    const person = await makePerson(app);
    await app.sql('update users set email_confirmed_at = now() where id = $1', [person.id]);
    const who = somebody(idp, { email: person.email });
    await signIn(page, person);
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await app.sql('delete from sessions where user_id = $1', [person.id]);
    await signal.regain();
    await page.goto('/?signIn=1');
    await page.getByRole('dialog').getByRole('button', BUTTON).click();
    await sayWho(page, who);
    await expect(connection(page)).toHaveText('All sent');
    await expectSentOnce(app, friend);
  },
);

test(
  'A locked device is unlocked by the provider, and what waited in it goes out',
  SWEEP,
  async ({ app, consoleGuard, idp, page, signal }) => {
    consoleGuard.allow(refusedWith(401));
    consoleGuard.allow(refusedWith(403));
    const person = await makePerson(app);
    await app.sql('update users set email_confirmed_at = now() where id = $1', [person.id]);
    const who = somebody(idp, { email: person.email });
    await signIn(page, person);
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await app.sql(`update users set is_active = 'false' where id = $1`, [person.id]);
    await signal.regain();
    await expect(page.getByRole('heading', { name: 'Your account is inactive' })).toBeVisible();
    // In one step, because the app also asks by itself.
    await app.sql(
      `with ended as (delete from sessions where user_id = $1)
     update users set is_active = 'true' where id = $1`,
      [person.id],
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', BUTTON).click();
    await sayWho(page, who);
    await expect(connection(page)).toHaveText('All sent');
    await expectSentOnce(app, friend);
  },
);

test(
  'Somebody without a password shows who they are at the provider, and then sets one',
  SWEEP,
  async ({ app, consoleGuard, idp, page }) => {
    consoleGuard.allow(refusedWith(403));
    const who = somebody(idp);
    await page.goto('/auth');
    await page.getByRole('button', BUTTON).click();
    await sayWho(page, who);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    await page.goto(profileAt('security'));
    const form = page.getByRole('form', { name: 'Change Password' });
    const choose = async () => {
      await form.getByLabel('New Password').fill('better horse');
      await form.getByLabel('Confirm Password').fill('better horse');
      await form.getByRole('button', { name: 'Update Password' }).click();
    };
    await choose();
    await form.getByRole('button', { name: 'Sign in again with Sun Login' }).click();
    // Asked again, though the provider knows who it is.
    await sayWho(page, who);
    await expect(page).toHaveURL(profileAt('security'));
    await choose();
    await expect(form.getByLabel('New Password')).toHaveValue('');
    await sessionCookies(app, { email: `${who}@sun.example`, password: 'better horse' });
  },
);
