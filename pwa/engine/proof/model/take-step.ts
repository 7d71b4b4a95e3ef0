import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { tellPage } from './pages.ts';
import { takeDeskStep } from './take-desk-step.ts';
import { takeDeviceStep } from './take-device-step.ts';
import { takeEngineStep } from './take-engine-step.ts';
import { takePersonStep } from './take-person-step.ts';
import { takeElsewhereStep } from './take-elsewhere-step.ts';
import { takeFileStep } from './take-file-step.ts';
import { takeServerStep } from './take-server-step.ts';
import { erase, takeSessionStep } from './take-session-step.ts';
import { takeStorageStep } from './take-storage-step.ts';
import type { ModelStep } from './steps.ts';
import type { World } from './world.ts';

/** The server answers older cursors with everything. */
const CURSOR_MAX_AGE_MS = 90 * DAY_MS;

/** Begins a step; the work it starts continues alongside later steps. */
// oxlint-disable-next-line complexity -- one flat list of all there is, held exhaustive by its types
export async function takeStep(world: World, step: ModelStep): Promise<void> {
  switch (step.do) {
    case 'save':
    case 'take':
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
    case 'page':
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
    case 'freeze':
    case 'thaw':
      return takeDeviceStep(world, step);
    case 'evictOpen':
    case 'loseStore':
    case 'plant':
    case 'reshape':
      return takeStorageStep(world, step);
    case 'elsewhere':
    case 'handOver':
    case 'courier':
      return takeElsewhereStep(world, step);
    case 'saveFile':
    case 'openFile':
    case 'share':
    case 'takeShared':
      return takeFileStep(world, step);
    case 'answer':
      return step.fate === 'erased'
        ? erase(world, step)
        : world.network.answer(step.nth, step.fate);
    case 'serve':
      return world.network.serveEarly(step.nth);
    case 'arrive':
      return world.network.arriveLate();
    case 'network':
      world.network.mode = step.mode;
      return;
    case 'elapse':
      return elapse(world, step.ms);
    case 'admin':
    case 'backUp':
    case 'restore':
      return takeServerStep(world, step);
  }
}

/** Pages of which nobody saw anything for so long are frozen. */
const FROZEN_AFTER_MS = 5 * 60_000;

async function elapse(world: World, ms: number): Promise<void> {
  const { server, clock, tabs } = world;
  if (ms >= CURSOR_MAX_AGE_MS) server.startAgain();
  const awakeMs = Math.min(ms, world.hasPages ? FROZEN_AFTER_MS : ms);
  await clock.elapse(awakeMs, () => world.settle());
  if (awakeMs === ms) return;
  for (const tab of tabs) tab.freeze();
  await clock.elapse(ms - awakeMs, () => world.settle());
  for (const tab of tabs) {
    tab.thaw();
    tellPage(tab, 'focus');
  }
}
