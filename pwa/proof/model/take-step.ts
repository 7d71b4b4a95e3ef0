import { takeDeskStep } from './take-desk-step.ts';
import { takeDeviceStep } from './take-device-step.ts';
import { takeEngineStep } from './take-engine-step.ts';
import { takePersonStep } from './take-person-step.ts';
import { takeServerStep } from './take-server-step.ts';
import { takeSessionStep } from './take-session-step.ts';
import type { ModelStep } from './steps.ts';
import type { World } from './world.ts';

/** Begins a step; the work it starts continues alongside later steps. */
// oxlint-disable-next-line complexity -- one flat list of all there is, held exhaustive by its types
export async function takeStep(world: World, step: ModelStep): Promise<void> {
  switch (step.do) {
    case 'save':
    case 'upload':
    case 'stopUpload':
    case 'openDialog':
    case 'edit':
    case 'remove':
    case 'undo':
      return takePersonStep(world, step);
    case 'send':
    case 'refresh':
    case 'news':
      return takeEngineStep(world, step);
    case 'signOut':
    case 'signIn':
    case 'cookie':
      return takeSessionStep(world, step);
    case 'act':
    case 'takeBack':
    case 'decide':
    case 'colleague':
    case 'deskList':
      return takeDeskStep(world, step);
    case 'jump':
    case 'fail':
    case 'mend':
    case 'close':
    case 'evict':
    case 'upgrade':
    case 'kill':
      return takeDeviceStep(world, step);
    case 'answer':
      return world.network.answer(step.nth, step.fate);
    case 'serve':
      return world.network.serveEarly(step.nth);
    case 'arrive':
      return world.network.arriveLate();
    case 'network':
      world.network.mode = step.mode;
      return;
    case 'elapse':
      return world.clock.elapse(step.ms, () => world.settle());
    case 'admin':
    case 'backUp':
    case 'restore':
      return takeServerStep(world, step);
  }
}
