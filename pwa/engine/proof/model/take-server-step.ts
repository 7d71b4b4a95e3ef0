import { dropSettled } from './find-lost-faults.ts';
import { rawOnBehalf } from './raw-lists.ts';
import { rawReferrals } from './raw-storage.ts';
import type { ServerStep } from './steps.ts';
import type { World } from './world.ts';

/** Far less than a restore takes. */
const RESTORE_MS = 1000;

/** What happens at the server: an admin changes rows, and it is backed up and put back. */
export async function takeServerStep(world: World, step: ServerStep): Promise<void> {
  switch (step.do) {
    case 'admin':
      return changeByAdmin(world, step);
    case 'backUp':
      return world.past.backUp();
    case 'restore':
      return restore(world, step);
  }
}

function changeByAdmin(world: World, { row, to }: { row: number; to: string | null }): void {
  const ids = [...world.server.rows.keys()];
  const id = ids[row % Math.max(1, ids.length)];
  world.past.note();
  if (id !== undefined) world.server.changeByAdmin(id, to);
}

/**
 * Nothing is on its way at that time, because connections end with the server, and it takes a while, in which whatever was
 * answered is stored.
 */
async function restore(world: World, step: ServerStep & { do: 'restore' }): Promise<void> {
  const { past, network, server, owner, stranger } = world;
  await world.settle();
  network.cut();
  await world.clock.elapse(RESTORE_MS, () => world.settle());
  network.cut();
  network.late.length = 0;
  await world.settle();
  const shown = [owner, stranger].flatMap(({ id: by }) => {
    const taken = (rawOnBehalf(by)?.rows ?? []).flatMap(({ id }) => past.rows.get(id) ?? []);
    return [...rawReferrals(by), ...taken].map((row) => ({ row, by }));
  });
  dropSettled(world);
  past.restore(step, shown);
  world.taken.forgetLost();
  world.watch.allow(server.rows.values());
}
