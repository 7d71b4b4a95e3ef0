import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './binaries.ts';
import { clusterUser } from './cluster.ts';
import { choosePlace, exists } from './place.ts';
import { findServers } from './process-identity.ts';

/** Line of the server's pid file that holds its port. */
const PORT_LINE = 3;

/** The URL of the embedded PostgreSQL that runs on this data folder, for anybody who may read the folder. */
export async function findRunning(dataFolder: string): Promise<string | undefined> {
  if (!(await exists(path.join(dataFolder, 'postgres-password')))) return undefined;
  const dataDir = await realpath(dataFolder);
  const { cluster } = await choosePlace(dataDir, await findBinaries());
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!(await exists(pidFile))) return undefined;
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  const pid = Number(lines[0]);
  if (!(await findServers(cluster, pid)).includes(pid)) return undefined;
  const password = (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim();
  const port = Number(lines[PORT_LINE]);
  return `postgres://${clusterUser}:${password}@127.0.0.1:${port}/postgres`;
}
