import type { BrowserContext } from 'playwright/test';
import { holdOldDatabase, NO_PICTURE, oldUserDb } from '../fixtures/older-database.ts';
import { fillSignIn, makeFriend, signIn, type Friend } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  leaveUnsent,
  listItem,
  PUSH,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Pages opened from now on are this many days ahead. */
const live = (context: BrowserContext, daysLater: number) =>
  context.clock.install({ time: Date.now() + daysLater * DAY_MS });

/** A row as the first build stored it in an entry. */
const aRow = (friend: Friend) => ({
  ...friend,
  id: crypto.randomUUID(),
  capturedAt: new Date(Date.now() - 40 * DAY_MS).toISOString(),
});

test(
  'After twenty days without signal the app opens and adds, and asks for a sign-in before it sends',
  SWEEP,
  async ({ app, consoleGuard, context, page, person, signal }) => {
    consoleGuard.allow(refusedWith(401));
    await signIn(page, person);
    await signal.lose();
    await live(context, 20);
    const opened = await context.newPage();
    await page.close();
    await opened.goto('/');
    const friend = makeFriend();
    await addReferral(opened, friend);
    await expect(connection(opened)).toHaveText('Offline, 1 waiting');

    await app.sql(`update sessions set expires_at = now() - interval '1 day' where user_id = $1`, [
      person.id,
    ]);
    await signal.regain();
    await expect(connection(opened)).toHaveText('Sign in to send 1');
    await expect(listItem(opened, friend)).toContainText('Waiting to send');
    expect(await serverRows(app, friend)).toEqual([]);
    await opened.locator('.connection-chip:visible').click();
    await opened.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(opened, person);
    await expect(connection(opened)).toHaveText('All sent');
    const [row] = await expectSentOnce(app, friend);
    expect(row?.userId).toBe(person.id);
  },
);

test(
  'What has waited for forty days is sent when the app is opened',
  SWEEP,
  async ({ app, context, home: page, network, person, signal }) => {
    const friend = await leaveUnsent({ app, page, signal });

    await live(context, 40);
    const opened = await context.newPage();
    await opened.goto('/');
    await expect(connection(opened)).toHaveText('All sent');
    await expectSentOnce(app, friend);
    expect(await waitingRows(opened, person.id)).toEqual([]);
    expect(network.seen.filter((name) => PUSH.test(name))).toHaveLength(1);
  },
);

test('Everything the first build left on the device is there in this one, and is sent once', async ({
  app,
  consoleGuard,
  context,
  network,
  page,
  person,
}) => {
  consoleGuard.allow(NO_PICTURE);
  await signIn(page, person);
  await waitForOfflineReady(page);
  await page.close();
  const friends = [makeFriend(), makeFriend(), makeFriend()];
  const [first, second, third] = friends.map(aRow);
  const refused = aRow(makeFriend());
  const times = { savedAt: Date.now() - 40 * DAY_MS, attempts: 0 };
  const older = await context.newPage();
  await holdOldDatabase(
    older,
    oldUserDb(person.id, {
      outbox: [
        { v: 1, rows: [first, second], ...times },
        { v: 1, rows: [third], ...times, chunk: 1, nextAt: times.savedAt },
      ],
      rejected: [
        {
          id: refused.id,
          row: refused,
          code: 'self_referral',
          error: 'That is yourself.',
          rejectedAt: times.savedAt,
          savedAt: times.savedAt,
        },
      ],
      drafts: [
        {
          form: 'add-referral',
          values: { name: 'Half', email: '', phone: '', address: '' },
          updatedAt: times.savedAt,
        },
      ],
    }),
  );
  await older.close();

  const opened = await context.newPage();
  await opened.goto('/referrals');
  await expect(connection(opened)).toHaveText('Needs a fix');
  const rows = await expectSentOnce(app, ...friends);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    [first, second, third].map((row) => row?.id).toSorted(),
  );
  expect(network.seen.filter((name) => PUSH.test(name))).toHaveLength(2);
  await expect(listItem(opened, refused)).toContainText('That is yourself.');
  await opened
    .getByRole('link', { name: /Add (New )?Referral/ })
    .first()
    .click();
  await expect(opened.getByRole('dialog').getByLabel('Full Name')).toHaveValue('Half');
});
