import { expect, type Page } from 'playwright/test';
import { fillSignIn, makePerson, type Person, signIn } from '../../fixtures/people.ts';
import { connection, expectAllSent, PUSH } from '../../fixtures/referrals.ts';
import { readTable } from '../../fixtures/stored.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { makePhone, type Phone } from '../devices/phone.ts';
import type { KillPlan } from './kill-plan.ts';
import type { FinishedRun } from './kill-summary.ts';
import type { KillWorld } from './kill-world.ts';
import { type Queued, queueRows } from './queue-rows.ts';

/** A device that lost its server for some seconds has finished its pauses well before this. */
export const RECOVERED_WITHIN = { timeout: 120_000 };

export type KillOutcome = Omit<FinishedRun, 'kind'>;

export interface Run {
  readonly world: KillWorld;
  readonly device: Phone;
  readonly person: Person;
  readonly plan: KillPlan;
  readonly queued: Queued;
}

/** One kill in the middle of a replay; rejects if anything is lost, doubled, stuck or reported untruthfully. */
export async function runKill(world: KillWorld, plan: KillPlan): Promise<KillOutcome> {
  await world.runServers(plan.kind === 'one-of-two' ? 2 : 1);
  const device = await makePhone(world.proxy.origin);
  try {
    const page = await device.open('/auth');
    const person = await makePerson(world.app);
    await signIn(page, person);
    const { open, ...queued } = await queueRows({ page, person, proxy: world.proxy }, plan.rows);
    const run = { world, device, person, plan, queued };
    return await killAndRecover(run, open);
  } finally {
    await device.discard();
  }
}

async function killAndRecover(run: Run, open: () => void): Promise<KillOutcome> {
  const { world, device, plan } = run;
  const { met, lift } = plantMoment(world.proxy, plan);
  const before = world.proxy.passages.length;
  open();
  await device.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await orAllSent(met, device.page);
  if (plan.kind !== 'before-answer') await pause(plan.delayMs);
  const replay = world.proxy.passages.slice(before).filter(({ name }) => PUSH.test(name));
  const answered = replay.filter(({ deliveredAt }) => deliveredAt !== undefined).length;
  const killedAt = performance.now();
  await kill(run);
  lift();
  if (plan.kind === 'before-answer') world.proxy.dropConnections();
  await restart(run);
  const neededSignIn = await untilAllSent(run);
  const recoveredMs = Math.round(performance.now() - killedAt);
  await expectAllThere(run);
  await device.shut();
  await device.open('/referrals');
  await expect(connection(device.page)).toHaveText('All sent', RECOVERED_WITHIN);
  await expectAllThere(run);
  return { recoveredMs, neededSignIn, answered, inFlight: replay.length - answered };
}

/** A slow line, so that the replay takes some seconds, and on it the moment of the kill. */
function plantMoment(proxy: FaultProxy, { kind, push }: KillPlan) {
  const fault = kind === 'before-answer' ? 'withhold' : 'slow';
  const planted = [
    proxy.plant({ fault: 'slow', only: PUSH, times: push - 1 }),
    proxy.plant({ fault, only: PUSH, times: 1 }),
    proxy.plant({ fault: 'slow', only: PUSH }),
  ] as const;
  return { met: planted[1].met, lift: () => planted.forEach((one) => one.lift()) };
}

/** If the moment never comes, the plan is wrong, and that is reported. */
async function orAllSent(met: Promise<void>, page: Page): Promise<void> {
  const isOver = await Promise.race([
    met.then(() => false),
    expect(connection(page))
      .toHaveText('All sent', RECOVERED_WITHIN)
      .then(() => true),
  ]);
  if (isOver) throw new Error('all was sent before the moment of the kill');
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function kill({ world, device, plan }: Run): Promise<void> {
  switch (plan.victim) {
    case 'browser':
      return device.kill();
    case 'server':
      return world.killServer();
    case 'postgres':
      return world.cluster.kill();
  }
}

export async function restart({ world, device, plan }: Run): Promise<void> {
  switch (plan.victim) {
    case 'browser':
      await device.open('/referrals');
      return;
    case 'server':
      // One of the two is left, and the proxy skips the other, as a balancer does.
      return plan.kind === 'one-of-two' ? undefined : world.runServers(1);
    case 'postgres':
      return world.cluster.start();
  }
}

/** Signs in again if the browser lost its cookie, which only its own kill may do; returns whether it had to. */
export async function untilAllSent({ device: { page }, person, plan }: Run): Promise<boolean> {
  // The browser knows it first: until an answer came, the chip of a device with nothing waiting says 'All sent'.
  const cookies = await page.context().cookies();
  const isSignedIn = cookies.some(({ name }) => name === 'sunloop.sid');
  const mustSignIn = plan.victim === 'browser' && !isSignedIn;
  if (mustSignIn) {
    const chip = page.locator('.connection-chip:visible');
    await expect(chip).toContainText('Sign in', RECOVERED_WITHIN);
    await chip.click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, person);
  }
  await expectAllSent(page, RECOVERED_WITHIN);
  return mustSignIn;
}

/**
 * Expects every row once, with its own id, belonging to this person and nobody else, and the same on the
 * device.
 */
export async function expectAllThere(run: Run): Promise<void> {
  await expectStored(run);
  const {
    device: { page },
    person,
    plan,
  } = run;
  for (const table of ['outbox', 'rejected']) {
    expect(await readTable(page, `referrals-${person.id}`, table), table).toEqual([]);
  }
  const total = `${plan.rows.toLocaleString('en-US')} referrals`;
  await expect(page.getByRole('main').getByText(total, { exact: true })).toBeVisible();
}

/** The server's half of it. */
export async function expectStored({ world, person, queued }: Run): Promise<void> {
  const { ids, word } = queued;
  const stored = await world.app.sql<{ id: string; userId: string }>(
    `select id, user_id as "userId" from referrals
     where user_id = $1 or id = any($2) or email like '%.' || $3 || '@example.com'`,
    [person.id, ids, word],
  );
  expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(stored.map(({ userId }) => userId))).toEqual(new Set([person.id]));
}
