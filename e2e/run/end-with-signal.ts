import { execFileSync, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long servers and browsers get to stop by themselves; milliseconds. */
const GRACE_MS = 5000;
const LOOK_EVERY_MS = 100;

let isEnding = false;

/** Resolves at once, but never again once a signal ends this process: nothing new is started then. */
export async function untilEnding(): Promise<void> {
  if (isEnding) await new Promise<never>(() => {});
}

/**
 * When a signal ends this process, all it started ends first: also browsers and databases, which have process groups of
 * their own and outlive those who started them. `cleanUp` runs after that.
 */
export function endWithSignal(cleanUp: () => void): void {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      isEnding = true;
      void endAllBelow(process.pid).then(() => {
        cleanUp();
        process.exit(128 + constants.signals[signal]);
      });
    });
  }
}

/** Asks all that run below a process to end, also what they start meanwhile, and kills those that have not after a while. */
async function endAllBelow(pid: number): Promise<void> {
  const asked = new Set<number>();
  const left = () => [...asked].filter((each) => signal(each, 0) && !isZombie(each));
  for (let waited = 0; waited < GRACE_MS; waited += LOOK_EVERY_MS) {
    const found = findDescendants([pid, ...asked]).filter((each) => !asked.has(each));
    for (const each of found) if (signal(each, 'SIGTERM')) asked.add(each);
    if (left().length === 0) return;
    await setTimeout(LOOK_EVERY_MS);
  }
  for (const each of left()) signal(each, 'SIGKILL');
  while (left().length > 0) await setTimeout(LOOK_EVERY_MS);
}

/** Whether there was such a process to send it to. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Ended, but its parent has not asked how. */
function isZombie(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.startsWith('Z');
}

/** The processes below these, parents before their children. */
function findDescendants(pids: readonly number[]): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const children = new Map<number, number[]>();
  for (const line of lines) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found = new Set<number>();
  const visit = (pid: number) => {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      visit(child);
    }
  };
  pids.forEach(visit);
  return [...found];
}
