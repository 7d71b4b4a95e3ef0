import { type Failing, failStorage } from '../../src/test/failing-storage.ts';
import { upgradeDatabase } from './raw-storage.ts';
import type { DeviceStep, FailingWhat } from './steps.ts';
import type { World } from './world.ts';

/** What devices do to the data stored on them, and to tabs. */
export async function takeDeviceStep(world: World, step: DeviceStep): Promise<void> {
  switch (step.do) {
    case 'jump':
      world.shares.doubt();
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
    case 'freeze':
      return world.tab(step.tab).freeze();
    case 'thaw':
      return world.tab(step.tab).thaw();
  }
}

const FAILING = {
  write: {},
  read: { operations: ['get', 'getAll', 'openCursor'] },
  count: { operations: ['count', 'getAllKeys', 'openKeyCursor'] },
  delete: { operations: ['delete', 'clear'] },
  commit: { isAtCommit: true },
  open: { operations: ['open'] },
} satisfies Record<FailingWhat, Partial<Failing>>;

function failFor(
  world: World,
  { error, store, what, times }: Extract<DeviceStep, { do: 'fail' }>,
): void {
  mend(world);
  world.disturbances += 1;
  world.mendStorage = failStorage({
    error,
    times,
    ...(store !== null && { stores: [store] }),
    ...FAILING[what],
  });
  // An opening fails only if something is opened.
  if (what === 'open') for (const tab of world.tabs) tab.closeConnections();
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
  world.noteEvicted(world.screenUser().who);
}

/** A newer version of the app opens in another tab; the person reloads the older ones. */
async function upgrade(world: World): Promise<void> {
  world.disturbances += 1;
  mend(world);
  const { user } = world.screenUser();
  const done = upgradeDatabase(user.id);
  await world.settle();
  killAll(world);
  await done;
}
