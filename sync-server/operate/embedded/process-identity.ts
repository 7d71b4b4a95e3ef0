import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
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
 * A text that identifies this process: ids are reused, start times are not. Returns undefined if there is no
 * such process.
 */
export async function findStartMark(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (!isLinux) return ps(pid, 'lstart=');
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces; field 22 of proc(5), the start in ticks, is the 20th after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}:${ticks}`;
  } catch {
    // The process ended in between.
    return undefined;
  }
}

/**
 * The PostgreSQL processes that work on this folder: the server, and any a killed server briefly left. On
 * systems other than Linux only the server can be found, by the id in its pid file.
 */
export async function findServers(cluster: string, recordedPid: number): Promise<number[]> {
  if (isLinux) return findWorkingIn(await realpath(cluster));
  const command = recordedPid > 1 ? await ps(recordedPid, 'args=') : undefined;
  return command?.includes(cluster) ? [recordedPid] : [];
}

// Each PostgreSQL process has the data folder as its working directory.
async function findWorkingIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A link that cannot be read belongs to a process that has ended or to another user.
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
  );
  return pids.filter((_, index) => folders[index] === folder).map(Number);
}

/** Whether a process may be a PostgreSQL that works on this folder: as far as can be seen of it, it is. */
export async function mayServe(pid: number, cluster: string): Promise<boolean> {
  if (!isLinux) return (await ps(pid, 'comm='))?.includes('postgres') ?? false;
  const folder = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  if (!folder)
    return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')) === 'postgres\n';
  const { dev, ino } = await stat(cluster);
  return folder.dev === dev && folder.ino === ino;
}

async function ps(pid: number, field: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', field, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    // ps exits with 1 if there is no such process.
    return undefined;
  }
}
