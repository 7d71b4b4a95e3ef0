import { makeFriend } from '../fixtures/people.ts';
import { addReferral, connection, expectSentOnce, listItem, PUSH } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { SWEEP } from '../fixtures/tags.ts';

test('Two tabs that come back at once send each waiting row once', async ({
  app,
  context,
  home: page,
  network,
  signal,
}) => {
  await waitForOfflineReady(page);
  const second = await context.newPage();
  await second.goto('/');
  await expect(connection(second)).toHaveText('All sent');
  await signal.lose();

  const [one, other] = [makeFriend(), makeFriend()];
  await addReferral(page, one);
  await addReferral(second, other);
  await expect(connection(page)).toHaveText('Offline, 2 waiting');
  await expect(connection(second)).toHaveText('Offline, 2 waiting');

  await signal.regain();
  for (const tab of [page, second]) {
    await expect(connection(tab)).toHaveText('All sent');
    await expect(listItem(tab, one)).toHaveText(/Submitted/);
    await expect(listItem(tab, other)).toHaveText(/Submitted/);
  }
  await expectSentOnce(app, one, other);
  expect(network.seen.filter((name) => PUSH.test(name))).toHaveLength(2);
});

test(
  'What one tab adds appears in the other without a reload',
  SWEEP,
  async ({ context, home: page, signal }) => {
    const second = await context.newPage();
    await second.goto('/referrals');
    const [sent, kept] = [makeFriend(), makeFriend()];
    await addReferral(page, sent);
    await expect(listItem(second, sent)).toContainText('Submitted');

    await signal.lose();
    await addReferral(page, kept);
    await expect(listItem(second, kept)).toContainText('Waiting to send');
  },
);

test(
  'Every trigger firing at once in every tab sends one request per entry',
  SWEEP,
  async ({ app, context, home: page, network, signal }) => {
    await waitForOfflineReady(page);
    const second = await context.newPage();
    await second.goto('/');
    await expect(connection(second)).toHaveText('All sent');
    await signal.lose();
    const friends = [makeFriend(), makeFriend(), makeFriend()];
    for (const friend of friends) await addReferral(page, friend);
    await expect(connection(page)).toHaveText('Offline, 3 waiting');

    await signal.regain();
    await Promise.all(
      [page, second].map((tab) =>
        tab.evaluate(() => {
          for (const name of ['online', 'focus']) window.dispatchEvent(new Event(name));
          document.dispatchEvent(new Event('visibilitychange'));
        }),
      ),
    );
    await expect(connection(page)).toHaveText('All sent');
    await expectSentOnce(app, ...friends);
    expect(network.seen.filter((name) => PUSH.test(name))).toHaveLength(friends.length);
  },
);
