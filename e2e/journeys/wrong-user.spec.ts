import type { Page } from 'playwright/test';
import { closeMenu, logOut, openMenu } from '../fixtures/navigation.ts';
import { CUSTOMER_PAGES } from '../fixtures/pages.ts';
import {
  fillSignIn,
  makeFriend,
  makePerson,
  referFromElsewhere,
  sessionCookies,
  signIn,
} from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  listItem,
  PUSH,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { readCaches, readTable } from '../fixtures/stored.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';

test("A queue is not sent with another user's cookie and waits for its owner", async ({
  app,
  consoleGuard,
  context,
  network,
  page,
  person,
  signal,
}) => {
  consoleGuard.allow(refusedWith(409));
  const other = await makePerson(app);
  const othersFriend = await referFromElsewhere(app, other);
  await signIn(page, person);
  await signal.lose();
  const friends = [makeFriend(), makeFriend()];
  for (const friend of friends) await addReferral(page, friend);
  const cookies = await sessionCookies(app, other);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: network.origin })));

  await signal.regain();
  await expect(connection(page)).toHaveText('Sign in to send 2');
  await page.reload();
  await expect(connection(page)).toHaveText('Sign in to send 2');
  for (const friend of friends) {
    await expect(listItem(page, friend)).toContainText('Waiting to send');
  }
  expect(await serverRows(app, ...friends)).toEqual([]);
  for (const table of ['referrals', 'arrived'])
    expect(await readTable(page, `referrals-${person.id}`, table)).toEqual([]);
  await expect(page.getByText(othersFriend.name)).toBeHidden();

  await page.locator('.connection-chip:visible').click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, person);
  await expect(connection(page)).toHaveText('All sent');
  const rows = await expectSentOnce(app, ...friends);
  expect(rows.map(({ userId }) => userId)).toEqual([person.id, person.id]);
});

test("A push that meets another user's session at the last moment writes nothing", async ({
  app,
  consoleGuard,
  context,
  network,
  page,
  person,
}) => {
  consoleGuard.allow(refusedWith(409));
  const other = await makePerson(app);
  await signIn(page, person);
  await expect(page.getByText('No referrals yet.')).toBeVisible();
  const cookies = await sessionCookies(app, other);
  // A read would meet the other session before the push does.
  network.setTrouble('hang', /^GET \/api\/(?!user)/);
  // An answer still on its way renews the person's own cookie, so this may need a second attempt.
  await expect(async () => {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: network.origin })));
    expect(await (await page.request.get('/api/user')).json()).toMatchObject({ id: other.id });
  }).toPass();

  const friend = makeFriend();
  await addReferral(page, friend);
  await expect(connection(page)).toHaveText('Sign in to send 1');
  expect(network.seen.filter((name) => PUSH.test(name))).not.toEqual([]);
  expect(await serverRows(app, friend)).toEqual([]);
  expect(await waitingRows(page, person.id)).toHaveLength(1);
});

test('What one person leaves unsent is neither seen nor sent by the next person on the device', async ({
  app,
  context,
  page,
  person,
  signal,
}) => {
  test.slow();
  const next = await makePerson(app);
  const nextFriend = await referFromElsewhere(app, next);
  const stored = await referFromElsewhere(app, person);
  await signIn(page, person);
  await expect(listItem(page, stored)).toBeVisible();
  await signal.lose();
  const unsent = makeFriend();
  await addReferral(page, unsent);
  await logOut(page);
  await page.getByRole('button', { name: 'Keep on this device until I sign in again' }).click();
  await expect(page).toHaveURL('/auth');

  await signal.regain();
  await fillSignIn(page, next);
  await expect(listItem(page, nextFriend)).toBeVisible();
  await expect(connection(page)).toHaveText('All sent');
  const traces = [
    person.email,
    person.username,
    stored.name,
    stored.email,
    unsent.name,
    unsent.email,
  ];
  await expectNoTrace(page, next.id, traces);

  await signal.lose();
  const opened = await context.newPage();
  await page.close();
  await opened.goto('/referrals');
  await expect(listItem(opened, nextFriend)).toBeVisible();
  await expectNoTrace(opened, next.id, traces);
  await signal.regain();
  await expect(connection(opened)).toHaveText('All sent');
  expect(await serverRows(app, unsent)).toEqual([]);

  await logOut(opened);
  await expect(opened).toHaveURL('/auth');
  await fillSignIn(opened, person);
  await expect(listItem(opened, unsent)).toContainText('Submitted');
  const [row] = await expectSentOnce(app, unsent);
  expect(row?.userId).toBe(person.id);
});

/** Expects none of these words on any screen, in any cache or in this user's database. */
async function expectNoTrace(page: Page, userId: string, words: string[]): Promise<void> {
  const databases = ['referrals', 'outbox', 'rejected', 'resources', 'drafts', 'sync'];
  for (const { path } of CUSTOMER_PAGES) {
    await page.goto(path);
    await expect(connection(page)).toBeVisible();
    await openMenu(page);
    const text = await page.locator('body').innerText();
    for (const word of words) expect(text).not.toContain(word);
    await closeMenu(page);
  }
  const tables = await Promise.all(
    databases.map((table) => readTable(page, `referrals-${userId}`, table)),
  );
  const session = await readTable(page, 'sunloop-device', 'device');
  const kept = JSON.stringify([tables, session, await readCaches(page)]);
  for (const word of words) expect(kept).not.toContain(word);
}
