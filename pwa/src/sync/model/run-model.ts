import { findActFaults } from './find-act-faults.ts';
import { findRowFaults } from './find-row-faults.ts';
import { findStateFaults } from './find-state-faults.ts';
import { ListWatch } from './list-watch.ts';
import { compareLists, sendTheRest } from './send-the-rest.ts';
import type { ModelStep, Setting } from './steps.ts';
import { takeStep } from './take-step.ts';
import { World } from './world.ts';

export interface Failure {
  /** Index of the step after which it was seen; as many as there are steps: at the end. */
  at: number;
  faults: string[];
}

/** Does the steps in a world of their own; answers what was wrong first, or undefined. */
export async function runModel(
  setting: Setting,
  steps: readonly ModelStep[],
): Promise<Failure | undefined> {
  const world = new World(setting);
  const watch = new ListWatch();
  let at = -1;
  try {
    const look = async () => [
      ...world.faults,
      ...findRowFaults(world),
      ...findActFaults(world),
      ...watch.look(world),
      ...(await findStateFaults(world)),
    ];
    for (const step of [begin(), ...steps]) {
      await takeStep(world, step);
      await letGo(world, step);
      const faults = world.isQuiet() ? await look() : [];
      if (faults.length > 0) return { at, faults };
      at += 1;
    }
    const left = await sendTheRest(world);
    const faults = [...left, ...(await look()), ...(await compareLists(world))];
    return faults.length > 0 ? { at, faults } : undefined;
  } catch (error) {
    return { at, faults: [`the run broke off: ${error instanceof Error ? error.stack : error}`] };
  } finally {
    await world.end();
  }
}

const begin = (): ModelStep => ({ do: 'signIn', tab: 0, who: 'o' });

async function letGo(world: World, { turns }: ModelStep): Promise<void> {
  if (turns === undefined) return world.settle();
  for (let turn = 0; turn < turns; turn += 1) await world.turn();
}
