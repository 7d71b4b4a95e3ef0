import { readFile } from 'node:fs/promises';
import { fillSignIn, makeFriend, signIn } from '../fixtures/people.ts';
import { addReferral, connection, expectSentOnce, waitingRows } from '../fixtures/referrals.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LOCKED = 'Locked until there is a connection';

test('A device that has not heard from the server for a month shows nothing, keeps what waits, and unlocks when the server allows it', async ({
  app,
  context,
  home: page,
  person,
  signal,
}) => {
  await signal.lose();
  const friend = makeFriend();
  await addReferral(page, friend);
  await page.close();

  await context.clock.install({ time: Date.now() + 31 * DAY_MS });
  const opened = await context.newPage();
  await opened.goto('/referrals');
  await expect(opened.getByRole('heading', { name: LOCKED })).toBeVisible();
  await expect(opened.getByText('One entry waits here.')).toBeVisible();
  await expect(opened.getByText(friend.name)).toHaveCount(0);
  const downloading = opened.waitForEvent('download');
  await opened.getByRole('button', { name: 'Save what waits as a file' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(friend.email);
  await opened.reload();
  await expect(opened.getByRole('heading', { name: LOCKED })).toBeVisible();
  expect(await waitingRows(opened, person.id)).toHaveLength(1);

  await signal.regain();
  await expect(connection(opened)).toHaveText('All sent');
  await expect(opened.getByRole('heading', { name: 'My Referrals' })).toBeVisible();
  await expectSentOnce(app, friend);
});

test(
  'Making an account inactive locks its devices until somebody signs in again',
  SWEEP,
  async ({ app, consoleGuard, page, person, signal }) => {
    consoleGuard.allow(refusedWith(403));
    consoleGuard.allow(refusedWith(401));
    await signIn(page, person);
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await app.sql(`update users set is_active = 'false' where id = $1`, [person.id]);
    await signal.regain();
    await expect(page.getByRole('heading', { name: 'Your account is inactive' })).toBeVisible();
    await expect(page.getByText('One entry waits here.')).toBeVisible();

    // What the server does when an admin makes it active again; in one step, because the app also asks by itself.
    await app.sql(
      `with ended as (delete from sessions where user_id = $1)
     update users set is_active = 'true' where id = $1`,
      [person.id],
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Our server has not unlocked it.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(page, person);
    await expect(connection(page)).toHaveText('All sent');
    await expectSentOnce(app, friend);
  },
);
