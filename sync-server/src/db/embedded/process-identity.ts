import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isLinux = process.platform === 'linux';

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A text that only this run of this process id has: ids are reused, start times are not. Answers
 * undefined when there is no such process.
 */
export async function findStartMark(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (!isLinux) return ps(pid, 'lstart=');
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces; field 22 of proc(5), the start in ticks, is the 20th after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}:${ticks}`;
  } catch {
    // The process ended between the two looks.
    return undefined;
  }
}

/** Whether the process is a PostgreSQL server on this folder (a server works in its data folder). */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (!isLinux) return ((await ps(pid, 'args=')) ?? '').includes(cluster);
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
  } catch {
    // It ended, or it belongs to somebody else and so is not ours.
    return false;
  }
}

async function ps(pid: number, field: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', field, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    // ps answers 1 when there is no such process.
    return undefined;
  }
}
