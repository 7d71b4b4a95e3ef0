import { routes } from '@sunloop/shared-types/routes.ts';
import { fillSignIn, makeFriend, sessionCookies, signIn } from '../fixtures/people.ts';
import { profileAt } from '../fixtures/profile.ts';
import { addReferral, connection, expectSentOnce, waitingRows } from '../fixtures/referrals.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test(
  'A person sees their devices, signs out one and then all of them; what waits here is kept',
  SWEEP,
  async ({ app, consoleGuard, newDevice, page, person, signal, network }) => {
    consoleGuard.allow(refusedWith(401));
    const tablet = await (await newDevice()).newPage();
    await tablet.goto(`${network.origin}/auth`);
    await fillSignIn(tablet, person);
    await expect(connection(tablet)).toHaveText('All sent');
    await signIn(page, person);
    await waitForOfflineReady(page);
    await page.goto(profileAt('security'));
    const card = page.getByRole('region', { name: 'Where you are signed in' });
    const devices = card.getByRole('listitem');
    // The fixture's own sign-up is the third.
    await expect(devices).toHaveCount(3);
    await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
    await devices.filter({ hasText: 'Chrome' }).getByRole('button').first().click();
    await expect(devices).toHaveCount(2);
    await tablet.reload();
    await expect(connection(tablet)).toHaveText('Sign in again');

    await signal.lose();
    const friend = makeFriend();
    await page.goto('/referrals');
    await addReferral(page, friend);
    await signal.regain();
    await page.goto(profileAt('security'));
    await page.getByRole('button', { name: 'Log out of all my devices' }).click();
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    const left = await app.sql('select 1 from sessions where user_id = $1', [person.id]);
    expect(left).toEqual([]);
    await fillSignIn(page, person);
    await expect(connection(page)).toHaveText('All sent');
    expect(await waitingRows(page, person.id)).toEqual([]);
    await expectSentOnce(app, friend);
  },
);

test(
  'A new password asks for the current one when the sign-in is old, and keeps what was typed',
  SWEEP,
  async ({ app, consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(403));
    consoleGuard.allow(refusedWith(400));
    await signIn(page, person);
    await app.sql(
      `update sessions set created_at = created_at - interval '16 minutes' where user_id = $1`,
      [person.id],
    );
    await page.goto(profileAt('security'));
    const form = page.getByRole('form', { name: 'Change Password' });
    await form.getByLabel('New Password').fill('sunshine');
    await form.getByLabel('Confirm Password').fill('sunshine');
    await form.getByRole('button', { name: 'Update Password' }).click();
    await expect(form.getByLabel('Current Password')).toBeFocused();
    await expect(form.getByLabel('New Password')).toHaveValue('sunshine');
    await form.getByLabel('Current Password').fill(person.password);
    await form.getByRole('button', { name: 'Update Password' }).click();
    await expect(form.getByText('This password is too common')).toBeVisible();
    await form.getByLabel('New Password').fill('better horse');
    await form.getByLabel('Confirm Password').fill('better horse');
    await form.getByRole('button', { name: 'Update Password' }).click();
    await expect(form.getByLabel('New Password')).toHaveValue('');
    await sessionCookies(app, { email: person.email, password: 'better horse' });
  },
);

test(
  'A temporary password leads to Change Password before anything else',
  SWEEP,
  async ({ app, page, person }) => {
    await app.sql(`update users set password_ends_at = now() + interval '7 days' where id = $1`, [
      person.id,
    ]);
    await page.goto('/auth');
    await fillSignIn(page, person);
    const heading = page.getByRole('heading', { name: 'Choose your own password' });
    await expect(heading).toBeVisible();
    await page.goto('/referrals');
    await expect(heading).toBeVisible();
    const form = page.getByRole('form', { name: 'Change Password' });
    await form.getByLabel('New Password').fill('my own horse');
    await form.getByLabel('Confirm Password').fill('my own horse');
    await form.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByRole('heading', { name: 'My Referrals' })).toBeVisible();
    await page.close();

    await app.sql(`update users set password_ends_at = now() - interval '1 minute' where id = $1`, [
      person.id,
    ]);
    const body = JSON.stringify({ email: person.email, password: 'my own horse' });
    const headers = { 'Content-Type': 'application/json' };
    const late = await fetch(`${app.origin}${routes.logIn.path}`, {
      method: 'POST',
      headers,
      body,
    });
    expect(late.status).toBe(403);
  },
);
