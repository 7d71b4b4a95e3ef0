import { failStorage } from '../../src/test/failing-storage.ts';
import { removeDatabase, upgradeDatabase } from './raw-storage.ts';
import type { DeviceStep } from './steps.ts';
import type { World } from './world.ts';

/** What devices do to the data stored on them, and to tabs. */
export async function takeDeviceStep(world: World, step: DeviceStep): Promise<void> {
  switch (step.do) {
    case 'jump':
      return world.clock.jump(step.ms);
    case 'fail':
      return failFor(world, step);
    case 'mend':
      return mend(world);
    case 'close':
      world.disturbances += 1;
      return world.tab(step.tab).closeConnections();
    case 'kill':
      return kill(world, step.tab);
    case 'evict':
      return evict(world);
    case 'upgrade':
      return upgrade(world);
  }
}

function failFor(
  world: World,
  { error, store, isRead, times }: Extract<DeviceStep, { do: 'fail' }>,
): void {
  mend(world);
  world.disturbances += 1;
  world.mendStorage = failStorage({
    error,
    times,
    ...(store !== null && { stores: [store] }),
    ...(isRead && { operations: ['get', 'getAll', 'openCursor'] }),
  });
}

export function mend(world: World): void {
  world.mendStorage?.();
  world.mendStorage = undefined;
}

function kill(world: World, nth: number): void {
  const at = nth % world.tabs.length;
  // Tabs of one run join each other's reads, which then break off, too.
  world.disturbances += 1;
  world.tab(at).kill();
  world.tabs[at] = world.newTab();
}

function killAll(world: World): void {
  for (const at of world.tabs.keys()) kill(world, at);
}

/** The browser clears a person's data while no tab is open, so what was only on this device is lost. */
async function evict(world: World): Promise<void> {
  killAll(world);
  await world.settle();
  const { who, user } = world.screenUser();
  const { ledger, past, wishes } = world;
  past.note();
  const arrived = past.names();
  for (const name of ledger.saved) {
    if (name.startsWith(who) && !arrived.has(name)) ledger.drop(name);
  }
  if (who === 'o') wishes.wanted.clear();
  past.forgive(user.id);
  removeDatabase(user.id);
}

/** A newer version of the app opens in another tab; the person reloads the older ones. */
async function upgrade(world: World): Promise<void> {
  world.disturbances += 1;
  const { user } = world.screenUser();
  const done = upgradeDatabase(user.id);
  await world.settle();
  killAll(world);
  await done;
}
