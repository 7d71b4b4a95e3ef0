import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What PostgreSQL writes into `postmaster.pid` of its folder, line by line. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** Of the System V shared memory that all its processes are attached to. */
  readonly memoryId: string | undefined;
}

const [PORT_LINE, MEMORY_LINE] = [3, 6];

/** The pid file of a cluster; undefined if there is none, as after every orderly end. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const file = path.join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const [, memoryId] = lines[MEMORY_LINE]?.trim().split(/\s+/) ?? [];
  return { pid: Number.parseInt(text, 10), port: Number(lines[PORT_LINE]), memoryId };
}

/** Columns of proc_sysvipc(5): key, shmid, perms, size, cpid, lpid, nattch. */
const [ID_COLUMN, ATTACHED_COLUMN] = [1, 6];

/** Whether processes are attached to a shared memory; false where the system does not tell. */
export async function isAttached(memoryId: string | undefined): Promise<boolean> {
  const table = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  return table.split('\n').some((line) => {
    const columns = line.trim().split(/\s+/);
    return columns[ID_COLUMN] === memoryId && Number(columns[ATTACHED_COLUMN]) > 0;
  });
}
