import { savedBy } from '../../fixtures/courier.ts';
import { makePerson, signIn } from '../../fixtures/people.ts';
import { makePhone, type Phone } from '../devices/phone.ts';
import type { KillPlan } from './kill-plan.ts';
import {
  expectAllThere,
  expectStored,
  kill,
  type KillOutcome,
  pause,
  restart,
  type Run,
  untilAllSent,
} from './kill-run.ts';
import type { KillWorld } from './kill-world.ts';
import { queueRows } from './queue-rows.ts';

const HANDOVER = /^POST \/api\/handovers/;

/**
 * The owner's phone hands everything over and dies; what a courier sends for it is hit by one more kill. Then all of it
 * is there, and again once the owner's phone is back; rejects as `runKill` does.
 */
export async function runCourierKill(world: KillWorld, plan: KillPlan): Promise<KillOutcome> {
  await world.runServers(1);
  const devices = [await makePhone(world.proxy.origin), await makePhone(world.proxy.origin)];
  const [owners, couriers] = devices as [Phone, Phone];
  try {
    const [person, courier] = [await makePerson(world.app), await makePerson(world.app)];
    await signIn(await couriers.open('/auth'), courier);
    await signIn(await owners.open('/auth'), person);
    const page = owners.page;
    const { open, ...queued } = await queueRows({ page, person, proxy: world.proxy }, plan.rows);
    await page.goto('/?waiting=1');
    const file = await savedBy(page, 'Hand over to a colleague');
    await owners.kill();
    open();
    const carrying = { world, device: couriers, person: courier, plan, queued };
    await couriers.page.goto('/referrals?upload=1');
    await couriers.page.getByLabel('Choose CSV file').first().setInputFiles(file);
    const outcome = await killOnTheWay(carrying);
    const owned = { ...carrying, person };
    await expectStored(owned);
    await owners.open('/referrals');
    await untilAllSent({ ...owned, device: owners, plan: { ...plan, victim: 'browser' } });
    await expectAllThere({ ...owned, device: owners });
    return outcome;
  } finally {
    await Promise.all(devices.map((device) => device.discard()));
  }
}

async function killOnTheWay(run: Run): Promise<KillOutcome> {
  const { world, device, plan } = run;
  const slow = world.proxy.plant({ fault: 'slow', only: HANDOVER, times: 1 });
  await device.page.getByRole('button', { name: 'Take it to the server' }).click();
  await slow.met;
  await pause(plan.delayMs);
  const killedAt = performance.now();
  await kill(run);
  slow.lift();
  await restart(run);
  const neededSignIn = await untilAllSent(run);
  const recoveredMs = Math.round(performance.now() - killedAt);
  return { recoveredMs, neededSignIn, answered: 0, inFlight: 1 };
}
