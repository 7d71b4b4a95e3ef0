import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LOOK_AGAIN_MS = 20;
const GONE_WITHIN_MS = 20_000;

interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  /** Ended, and only kept until its exit status is read. */
  readonly isZombie: boolean;
}

async function readProcesses(): Promise<ProcessLine[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = ''] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), isZombie: state.startsWith('Z') };
    });
}

/** A process and all its descendants. */
export async function readTree(root: number): Promise<number[]> {
  const all = await readProcesses();
  const below = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ];
  return below(root);
}

/** Ends a process and its descendants with SIGKILL, as on a phone out of power; resolves once all are gone. */
export async function killTree(root: number): Promise<void> {
  const pids = new Set(await readTree(root));
  for (const pid of pids) killOne(pid);
  const deadline = Date.now() + GONE_WITHIN_MS;
  for (;;) {
    const left = (await readProcesses()).filter(({ pid, isZombie }) => pids.has(pid) && !isZombie);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error('a killed process does not end');
    await wait(LOOK_AGAIN_MS);
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended with the one above it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
