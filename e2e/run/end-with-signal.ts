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
      void endAll(findDescendants(process.pid)).then(() => {
        cleanUp();
        process.exit(128 + constants.signals[signal]);
      });
    });
  }
}

/** Asks all of them to end, and kills those that have not after a while. */
async function endAll(pids: readonly number[]): Promise<void> {
  let left = pids.filter((pid) => signal(pid, 'SIGTERM'));
  for (let waited = 0; left.length > 0 && waited < GRACE_MS; waited += LOOK_EVERY_MS) {
    await setTimeout(LOOK_EVERY_MS);
    left = left.filter((pid) => signal(pid, 0));
  }
  for (const pid of left) signal(pid, 'SIGKILL');
  while (left.some((pid) => signal(pid, 0) && !isZombie(pid))) await setTimeout(LOOK_EVERY_MS);
}

/** Ended, but its parent has not asked how. */
function isZombie(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.startsWith('Z');
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

/** The processes below this one, parents before their children. */
function findDescendants(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const children = new Map<number, number[]>();
  for (const line of lines) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found = [pid];
  for (const each of found) found.push(...(children.get(each) ?? []));
  return found.slice(1);
}
