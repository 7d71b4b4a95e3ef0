import type { Trouble } from '../fixtures/network.ts';
import { fillSignIn, makeFriend, openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  listItem,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, refusedWith, test } from '../fixtures/test.ts';
import { variant, SWEEP } from '../fixtures/tags.ts';

/** The app's calls; its pages and files come from the worker. */
const CALLS = / \/api\//;
/** A hanging request is given up after 15 s, and the pause after some failures may be as long. */
const PATIENCE = { timeout: 40_000 };

const TROUBLES: { trouble: Trouble; title: string; label: string }[] = [
  { trouble: 'captive', title: 'A Wi-Fi sign-in page', label: 'Wi-Fi wants a sign-in' },
  { trouble: 'bad-gateway', title: "A proxy's 502", label: 'Our server is away' },
  { trouble: 'server-error', title: 'A 500 of our own', label: 'Our server is away' },
  { trouble: 'empty-answer', title: 'An answer that says nothing', label: 'Our server is away' },
  { trouble: 'hang', title: 'A socket that hangs', label: 'Offline, 1 waiting' },
];

for (const [at, { trouble, title, label }] of TROUBLES.entries()) {
  test(
    `${title} keeps the queue, is named in the header, and ends by itself`,
    variant(at),
    async ({ app, consoleGuard, network, page, person }) => {
      test.slow();
      consoleGuard.allow(LOST_CONNECTION);
      consoleGuard.allow(refusedWith(500));
      consoleGuard.allow(refusedWith(502));
      await signIn(page, person);
      await expect(connection(page)).toHaveText('All sent');
      network.setTrouble(trouble, CALLS);
      const friend = makeFriend();
      await addReferral(page, friend);
      await expect(connection(page)).toHaveText(label, PATIENCE);
      await expect(listItem(page, friend)).toContainText('Waiting to send');
      expect(await waitingRows(page, person.id)).toHaveLength(1);
      expect(await serverRows(app, friend)).toEqual([]);

      network.setTrouble(undefined);
      await expect(connection(page)).toHaveText('All sent', PATIENCE);
      await expect(listItem(page, friend)).toContainText('Submitted');
      expect(await waitingRows(page, person.id)).toEqual([]);
      await expectSentOnce(app, friend);
    },
  );
}

test('An ended session keeps what waits and the screens, and signing in sends it', async ({
  app,
  consoleGuard,
  page,
  person,
  signal,
}) => {
  consoleGuard.allow(refusedWith(401));
  const stored = await referFromElsewhere(app, person);
  await openAs(page, person, '/referrals');
  await expect(listItem(page, stored)).toBeVisible();
  await signal.lose();
  const friends = [makeFriend(), makeFriend(), makeFriend()];
  for (const friend of friends) await addReferral(page, friend);
  await app.sql('delete from sessions where user_id = $1', [person.id]);

  await signal.regain();
  await expect(connection(page)).toHaveText('Sign in to send 3');
  await page.reload();
  await expect(listItem(page, stored)).toContainText('Submitted');
  for (const friend of friends) {
    await expect(listItem(page, friend)).toContainText('Waiting to send');
  }
  expect(await waitingRows(page, person.id)).toHaveLength(3);
  expect(await serverRows(app, ...friends)).toEqual([]);

  await page.locator('.connection-chip:visible').click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, person);
  await expect(connection(page)).toHaveText('All sent');
  const rows = await expectSentOnce(app, ...friends);
  expect(rows.map(({ userId }) => userId)).toEqual(friends.map(() => person.id));
});

test(
  'If the app is opened without signal before anything was fetched, every card says so',
  SWEEP,
  async ({ consoleGuard, network, page, person }) => {
    consoleGuard.allow(LOST_CONNECTION);
    await signIn(page, person);
    // Everything has arrived, or it would be stored after what is cleared here.
    await expect(page.getByText('Ready to Make an Impact?')).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    network.setTrouble('down', CALLS);
    // A live query once missed a change, but only in some openings.
    for (let openings = 0; openings < 5; openings += 1) {
      await page.evaluate(async (name) => {
        const opening = indexedDB.open(name);
        await new Promise((resolve) => (opening.onsuccess = resolve));
        const change = opening.result.transaction(['resources', 'sync'], 'readwrite');
        change.objectStore('resources').clear();
        const sync = change.objectStore('sync');
        const read = sync.get('sync');
        read.onsuccess = () => sync.put({ ...read.result, reach: 'ok' });
        await new Promise((resolve) => (change.oncomplete = resolve));
        opening.result.close();
      }, `referrals-${person.id}`);
      await page.reload();
      await expect(connection(page)).toHaveText('Offline');
      await expect(
        page.getByText('Your impact will appear here once there is a connection.'),
      ).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
    }
  },
);
