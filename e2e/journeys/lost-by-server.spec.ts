import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { Browser, Page } from 'playwright/test';
import { type Network, openNetwork } from '../fixtures/network.ts';
import {
  type Friend,
  makeFriend,
  makePerson,
  openAs,
  type Person,
  signIn,
} from '../fixtures/people.ts';
import {
  BY_RESTORE,
  BY_SNAPSHOT,
  type RestorableApp,
  signInAgain,
  type WayBack,
} from '../fixtures/put-back.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  listItem,
  serverRows,
} from '../fixtures/referrals.ts';
import { signalOf, waitForOfflineReady } from '../fixtures/signal.ts';
import { putRows, readTable } from '../fixtures/stored.ts';
import { variant } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';
import { signInElsewhere } from '../proofs/restore/add-elsewhere.ts';
import { BY_OLD_PRIMARY, BY_STANDBY } from '../proofs/restore/standby.ts';

/** A way in which the server loses what it had acknowledged, and what makes it hard to notice. */
interface Loss {
  readonly title: string;
  readonly by: WayBack;
  /** What the server that was put back is asked first, by another device. */
  readonly first?: 'push' | 'sign-in';
  /** By how much the times that the server gave to what it then lost are off: an interval of PostgreSQL. */
  readonly timesOff?: string;
  /** A cursor as another build made it, in place of the device's. */
  readonly cursor?: string;
  /** The line is too slow for lists: the device sends, and reads nothing. */
  readonly isUnread?: true;
}

const LOSSES: readonly Loss[] = [
  {
    title:
      'a standby is promoted under a running server, the rows are an hour old, and a push comes first',
    by: BY_STANDBY,
    first: 'push',
    timesOff: '-1 hour',
  },
  {
    title:
      'a standby is promoted under a running server, the rows are an hour old, and a sign-in comes first',
    by: BY_STANDBY,
    first: 'sign-in',
    timesOff: '-1 hour',
  },
  { title: 'a backup is restored together with another build', by: BY_RESTORE, cursor: 'My4wLjA' },
  { title: 'the old primary leads again after a failover', by: BY_OLD_PRIMARY },
  { title: 'a snapshot is put back with its memory', by: BY_SNAPSHOT },
  { title: 'the clock of the machine before was ahead', by: BY_STANDBY, timesOff: '2 minutes' },
  { title: 'the phone had sent and not yet read its list', by: BY_STANDBY, isUnread: true },
];

const LIST = /^GET \/api\/referrals\?since=/;

for (const [at, loss] of LOSSES.entries()) {
  test(
    `What the server loses is back under its id once: ${loss.title}`,
    variant(at),
    async ({ browser, consoleGuard }) => {
      consoleGuard.allow(/Failed to load resource|error occurred when fetching the script/);
      const app = await loss.by.start();
      const network = await openNetwork(app.port);
      const context = await browser.newContext({ baseURL: network.origin });
      consoleGuard.watch(context);
      try {
        const person = await makePerson(app);
        const page = await context.newPage();
        await lose({ app, network, page, person }, loss);
        await expectToldAtDesk({ app, browser, person });
      } finally {
        await context.close();
        await network.close();
        await app.stop();
      }
    },
  );
}

interface World {
  readonly app: RestorableApp;
  readonly network: Network;
  readonly page: Page;
  readonly person: Person;
}

const LOST = 2;

/** The person's phone sends, the server is put back to before that, and the phone finds it so. */
async function lose({ app, network, page, person }: World, loss: Loss): Promise<void> {
  const signal = signalOf(page.context(), network);
  if (loss.isUnread) network.setTrouble('hang', LIST);
  await signIn(page, person);
  await waitForOfflineReady(page);
  const elsewhere = await signInElsewhere(app, person);
  const before = makeFriend();
  await send({ app, page }, before);
  await app.keep();
  const lost = Array.from({ length: LOST }, () => makeFriend());
  const sent = await send({ app, page }, ...lost);
  await untilRead({ app, page, person }, loss);
  expect((await listOf(page, person))?.cursor === undefined).toBe(loss.isUnread === true);

  await signal.lose();
  await app.putBack();
  expect(await serverRows(app, ...lost)).toEqual([]);
  if (loss.first === 'push') await elsewhere();
  if (loss.first === 'sign-in') await (await signInElsewhere(app, person))();
  if (loss.cursor !== undefined) await setCursor(page, person, loss.cursor);
  await signal.regain();
  if (loss.by.endsSessions) await signInAgain(page, person);
  // What is sent has the list read again, which is otherwise five minutes old at most.
  await addReferral(page, makeFriend());

  const again = await expectSentOnce(app, before, ...lost);
  expect(again.map(({ id }) => id)).toEqual(expect.arrayContaining(sent));
  await expectShownAsSent({ page, person }, before, ...lost);
  expect(await expectSentOnce(app, before, ...lost)).toEqual(again);
}

/** Resolves with the ids of what was acknowledged. */
async function send(
  { app, page }: Pick<World, 'app' | 'page'>,
  ...friends: Friend[]
): Promise<string[]> {
  for (const friend of friends) await addReferral(page, friend);
  const rows = await expectSentOnce(app, ...friends);
  await expect(connection(page)).toHaveText('All sent');
  return rows.map(({ id }) => id);
}

/** Waits until the phone has read what the server now holds of it. */
async function untilRead(
  { app, page, person }: Pick<World, 'app' | 'page' | 'person'>,
  { timesOff, isUnread }: Loss,
): Promise<void> {
  if (timesOff !== undefined)
    await app.sql(
      `update referrals set created_at = created_at + $2::interval, date = date + $2::interval
       where user_id = $1`,
      [person.id, timesOff],
    );
  if (isUnread) return;
  const stored = () =>
    app.sql<{ id: string; at: Date }>(
      'select id, created_at as at from referrals where user_id = $1 order by id',
      [person.id],
    );
  const read = async () => {
    const rows = await readTable<Referral>(page, `referrals-${person.id}`, 'referrals');
    return rows.map(({ id, createdAt }) => ({ id, at: new Date(createdAt) }));
  };
  await expect.poll(read).toEqual(await stored());
}

interface KeptList {
  readonly path: string;
  readonly cursor?: string;
}

async function listOf(page: Page, { id }: Person): Promise<KeptList | undefined> {
  const kept = await readTable<KeptList>(page, `referrals-${id}`, 'resources');
  return kept.find(({ path }) => path === customerRoutes.pullReferrals.path);
}

async function setCursor(page: Page, person: Person, cursor: string): Promise<void> {
  const place = { database: `referrals-${person.id}`, table: 'resources' };
  await putRows(page, place, [{ ...(await listOf(page, person)), cursor }]);
}

async function expectShownAsSent(
  { page, person: { id } }: Pick<World, 'page' | 'person'>,
  ...friends: Friend[]
): Promise<void> {
  await page.goto('/referrals');
  for (const friend of friends) {
    await expect(listItem(page, friend)).toHaveCount(1);
    await expect(listItem(page, friend)).toContainText('Submitted');
  }
  await expect(connection(page)).toHaveText('All sent');
  await expect(page.getByText('Needs a fix')).toHaveCount(0);
  for (const table of ['outbox', 'rejected'])
    expect(await readTable(page, `referrals-${id}`, table)).toEqual([]);
}

async function expectToldAtDesk({
  app,
  browser,
  person,
}: Pick<World, 'app' | 'person'> & { browser: Browser }): Promise<void> {
  const desk = await browser.newContext({ baseURL: app.origin, serviceWorkers: 'block' });
  try {
    const page = await desk.newPage();
    await openAs(page, app.admin, '/');
    const notice = page.getByText(`Back on the server: ${LOST} referrals that it had lost.`);
    await expect(notice).toBeVisible();
    await expect(page.getByText(`Whose they are: ${person.username} (${LOST}).`)).toBeVisible();
  } finally {
    await desk.close();
  }
}
