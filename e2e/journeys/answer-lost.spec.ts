import type { Page } from 'playwright/test';
import type { Network } from '../fixtures/network.ts';
import { makeFriend, signIn } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  listItem,
  PUSH,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const LOST_ANSWERS = 5;

/** Makes the person look at the page again and again until this many pushes have reached the server. */
async function retryUntilSeen(page: Page, network: Network, pushes: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return network.seen.filter((name) => PUSH.test(name)).length;
    })
    .toBeGreaterThanOrEqual(pushes);
}

test('A push whose answer is lost again and again is one row and one list entry', async ({
  app,
  consoleGuard,
  network,
  page,
  person,
}) => {
  consoleGuard.allow(LOST_CONNECTION);
  await signIn(page, person);
  network.setTrouble('answer-lost', PUSH);
  const friend = makeFriend();
  await addReferral(page, friend);
  await retryUntilSeen(page, network, LOST_ANSWERS);
  await expectSentOnce(app, friend);
  await expect(listItem(page, friend)).toHaveCount(1);
  expect(await waitingRows(page, person.id)).toHaveLength(1);

  network.setTrouble(undefined);
  await expect(connection(page)).toHaveText('All sent', { timeout: 30_000 });
  await expect(listItem(page, friend)).toHaveText(/Submitted/);
  expect(await waitingRows(page, person.id)).toEqual([]);
  await expectSentOnce(app, friend);
});

test('A page killed after each lost answer leaves one row', async ({
  app,
  consoleGuard,
  context,
  network,
  page,
  person,
}) => {
  consoleGuard.allow(LOST_CONNECTION);
  await signIn(page, person);
  network.setTrouble('answer-lost', PUSH);
  const friend = makeFriend();
  await addReferral(page, friend);
  let open = page;
  for (let lost = 1; lost <= 3; lost += 1) {
    await retryUntilSeen(open, network, lost);
    await open.close({ runBeforeUnload: false });
    open = await context.newPage();
    await open.goto('/');
    await expect(listItem(open, friend)).toHaveCount(1);
  }

  network.setTrouble(undefined);
  await expect(connection(open)).toHaveText('All sent', { timeout: 30_000 });
  await expect(listItem(open, friend)).toHaveText(/Submitted/);
  expect(await waitingRows(open, person.id)).toEqual([]);
  await expectSentOnce(app, friend);
});

test(
  'A row in flight when the page reloads stays visible and is sent once',
  SWEEP,
  async ({ app, consoleGuard, network, page, person }) => {
    consoleGuard.allow(LOST_CONNECTION);
    await signIn(page, person);
    network.setTrouble('hang', PUSH);
    const friend = makeFriend();
    await addReferral(page, friend);
    await expect(connection(page)).toHaveText('Sending 1');
    await page.reload();
    await expect(listItem(page, friend)).toContainText('Waiting to send');

    network.setTrouble(undefined);
    // The hanging request may be the worker's; it gives up after 15 s.
    await expect(connection(page)).toHaveText('All sent', { timeout: 40_000 });
    await expectSentOnce(app, friend);
  },
);
