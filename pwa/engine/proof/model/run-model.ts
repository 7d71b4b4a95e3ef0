import { findActFaults } from './find-act-faults.ts';
import { findLostFaults } from './find-lost-faults.ts';
import { findRowFaults } from './find-row-faults.ts';
import { findStateFaults } from './find-state-faults.ts';
import { findStoryFaults, findUntold } from './find-story-faults.ts';
import { keepPages } from './pages.ts';
import { compareLists, sendTheRest } from './send-the-rest.ts';
import type { ModelStep, Setting } from './steps.ts';
import { takeStep } from './take-step.ts';
import { World } from './world.ts';

export interface Failure {
  /** Index of the step after which it was seen; the number of steps stands for the end. */
  at: number;
  faults: string[];
}

/** Runs the steps in a world of their own; returns the first failure, or undefined. */
export async function runModel(
  setting: Setting,
  steps: readonly ModelStep[],
): Promise<Failure | undefined> {
  const world = new World(setting);
  const progress = { at: -1 };
  const failure = await takeAll(world, steps, progress).catch((error) => brokeOff(progress, error));
  const endless = await world.end().catch((error: unknown) => brokeOff(progress, error));
  return failure ?? (endless || undefined);
}

function brokeOff({ at }: { at: number }, error: unknown): Failure {
  const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { at, faults: [`the run broke off: ${story}`] };
}

async function takeAll(
  world: World,
  steps: readonly ModelStep[],
  progress: { at: number },
): Promise<Failure | undefined> {
  const look = async () => [
    ...world.faults,
    ...findRowFaults(world),
    ...findActFaults(world),
    ...findLostFaults(world),
    ...findStoryFaults(world),
    ...world.requests.look(world),
    ...world.watch.look(world),
    ...world.receipts.look(world),
    ...(await findStateFaults(world)),
    ...(await world.shares.look(world)),
  ];
  const failIf = (faults: string[]) => (faults.length > 0 ? { ...progress, faults } : undefined);
  for (const step of [begin(), ...steps]) {
    keepPages(world);
    await takeStep(world, step);
    await letGo(world, step);
    const failure = world.isQuiet() ? failIf(await look()) : undefined;
    if (failure) return failure;
    progress.at += 1;
  }
  const end = async () =>
    failIf([
      ...(await sendTheRest(world)),
      ...(await look()),
      ...(await compareLists(world)),
      ...findUntold(world, steps),
    ]);
  // Only the list tells the device what the server has lost, which then waits to be sent.
  return (await end()) ?? (world.past.owed.size > 0 ? end() : undefined);
}

const begin = (): ModelStep => ({ do: 'signIn', tab: 0, who: 'o' });

async function letGo(world: World, { turns }: ModelStep): Promise<void> {
  if (turns === undefined) return world.settle();
  for (let turn = 0; turn < turns; turn += 1) await world.turn();
}
