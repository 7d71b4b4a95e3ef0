import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exists } from './place.ts';
import { isAttached, readPidFile } from './pid-file.ts';
import { findServers, isAlive, mayServe } from './process-identity.ts';

const stopTimeoutMs = 20_000;
const lookAgainMs = 20;

/**
 * Stops a server that a killed process left on this cluster, and waits for the last of its processes. Call it
 * only while holding the cluster's lock.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  if (!(await exists(cluster))) return;
  const file = await readPidFile(cluster);
  const recorded = file?.pid ?? 0;
  const servers = await findServers(cluster, recorded);
  if (servers.length > 0) {
    log(`Stopping the PostgreSQL an earlier process left running, pid ${servers.join(', ')}`);
    // Without the server, its other processes would run until their work is done.
    if (servers.includes(recorded)) signal(recorded, 'SIGINT');
    else for (const pid of servers) signal(pid, 'SIGQUIT');
    await untilGone(cluster, recorded);
  }
  // PostgreSQL itself sees whether the file is out of date, unless the id now belongs to another program. Whoever removes
  // the file of one that runs, in a container or namespace of its own, lets a second one write into the same folder.
  const isAnothers = recorded > 1 && isAlive(recorded) && !(await mayServe(recorded, cluster));
  if (isAnothers && !(await isAttached(file?.memoryId)))
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It may have ended since we looked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilGone(cluster: string, recorded: number): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  for (;;) {
    const left = await findServers(cluster, recorded);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not stop, pid ${left.join(', ')}`);
    await delay(lookAgainMs);
  }
}
