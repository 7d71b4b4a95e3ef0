import type { BrowserContext } from 'playwright/test';
import { DEVICE_DB, NO_PICTURE, takeOverByNewer } from '../fixtures/older-database.ts';
import { makeFriend, signIn } from '../fixtures/people.ts';
import { addReferral, connection, expectSentOnce, serverRows } from '../fixtures/referrals.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP, variant } from '../fixtures/tags.ts';
import { setOpeningTrouble, stubOpening } from '../fixtures/unopened-database.ts';

const NEWER = 'This device holds data from a newer version';
const UNREADABLE = 'Sunloop cannot read its storage';

/** The builds of the running workers; one that is being replaced does not answer. */
function builds(context: BrowserContext): Promise<unknown[]> {
  const workers = context.serviceWorkers();
  const answers = workers.map((worker) =>
    worker.evaluate(() => Reflect.get(globalThis, 'sunloopBuild')).catch(() => 'gone'),
  );
  return Promise.all(answers);
}

test.beforeEach(({ consoleGuard }) => {
  consoleGuard.allow(NO_PICTURE);
  // Logged by the page shown in place of the one that cannot be shown.
  consoleGuard.allow(
    /NewerStorage|UnreadableStorage|UnknownError|DatabaseClosedError|backing store/,
  );
  // As the framework logs it: the build has shortened the name of Dexie's class.
  consoleGuard.allow(/^\w \(.*framework/);
  consoleGuard.allow(/(Refreshing|Sync) failed on this device/);
});

const NEWER_DATA = [
  ["the person's", (id: string) => `referrals-${id}`],
  ["the device's", () => DEVICE_DB],
] as const;

for (const [at, [whose, databaseOf]] of NEWER_DATA.entries()) {
  test(
    `A newer version of ${whose} data is reported by this build, and a reload brings the newer build`,
    variant(at),
    async ({ context, network, page, person }) => {
      const database = databaseOf(person.id);
      await signIn(page, person);
      await waitForOfflineReady(page);
      const newer = await context.newPage();
      await takeOverByNewer(newer, database);
      const updated = page.getByRole('status').filter({ hasText: 'was updated in another tab' });
      await updated.getByRole('button', { name: 'Reload' }).click();
      const title = page.getByRole('heading', { name: NEWER });
      await expect(title).toBeVisible();

      // While the server has no newer build a reload changes nothing, and nothing reloads by itself.
      let loads = 0;
      page.on('load', () => (loads += 1));
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => loads).toBe(1);
      await expect(title).toBeVisible();

      network.appendTo('/sw.js', '\nself.sunloopBuild = "next";\n');
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => builds(context)).toEqual(['next']);
      await expect(title).toBeVisible();
      const known = await newer.evaluate(() => indexedDB.databases());
      expect(known).toContainEqual({ name: database, version: 100_000 });
    },
  );
}

test(
  'Data the browser can no longer read is left alone until the person agrees to lose it',
  SWEEP,
  async ({ app, context, page, person, signal }) => {
    await stubOpening(context);
    await signIn(page, person);
    await signal.lose();
    const lost = [makeFriend(), makeFriend()];
    for (const friend of lost) await addReferral(page, friend);
    await expect(connection(page)).toHaveText('Offline, 2 waiting');
    await setOpeningTrouble(page, `referrals-${person.id}`, 'fails');
    await page.reload();
    const title = page.getByRole('heading', { name: UNREADABLE });
    await expect(title).toBeVisible();
    await expect(page.getByText('cannot be read or sent until then')).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(title).toBeVisible();

    await page.getByRole('button', { name: 'Start over on this device' }).click();
    const question = page.getByRole('alertdialog', { name: 'Start over on this device?' });
    await expect(question).toContainText(
      '2 items that may not have been sent yet would be lost for good',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(title).toBeVisible();
    await page.getByRole('button', { name: 'Start over on this device' }).click();
    await question.getByRole('button', { name: 'Delete and start over' }).click();
    await expect(page.getByText('2 unsent items may be missing on this device')).toBeVisible();
    await signal.regain();
    await expect(connection(page)).toHaveText('All sent');
    expect(await serverRows(app, ...lost)).toEqual([]);
  },
);

test(
  'What the browser can read again after a reload is sent as if nothing had happened',
  SWEEP,
  async ({ app, context, page, person, signal }) => {
    await stubOpening(context);
    await signIn(page, person);
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await setOpeningTrouble(page, DEVICE_DB, 'fails');
    await page.reload();
    await expect(page.getByRole('heading', { name: UNREADABLE })).toBeVisible();
    await setOpeningTrouble(page, DEVICE_DB, undefined);
    await signal.regain();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectSentOnce(app, friend);
    await expect(connection(page)).toHaveText('All sent');
  },
);
