import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { program } from './binaries.ts';
import { exists, locate, makeFolderFor, type Place } from './place.ts';

const run = promisify(execFile);

/** The superuser of an embedded cluster. */
export const clusterUser = 'sunloop';

export function hasCluster({ cluster }: Pick<Place, 'cluster'>): Promise<boolean> {
  return exists(path.join(cluster, 'PG_VERSION'));
}

/** Whether a data folder has a database of its own; makes nothing. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  return hasCluster(await locate(dataDir));
}

/**
 * Creates the cluster if there is none. It is created next to its final place and moved there when complete,
 * so an interrupted first start leaves nothing half-made behind.
 */
export async function ensureCluster(place: Place, password: string, isThrowAway: boolean) {
  if (await hasCluster(place)) return requireVersion(place);
  const fresh = `${place.cluster}.new`;
  await rm(fresh, { recursive: true, force: true });
  await makeFolderFor(place.account, fresh);
  await initialize(place, fresh, password, isThrowAway);
  await rename(fresh, place.cluster);
}

/**
 * The built-in C.UTF-8 locale knows upper and lower case in all of Unicode and needs nothing from the
 * machine.
 */
async function initialize(place: Place, folder: string, password: string, isThrowAway: boolean) {
  const passwordFile = path.join(place.root, `.initdb-${randomBytes(6).toString('hex')}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (place.account) await chown(passwordFile, place.account.uid, place.account.gid);
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'];
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (isThrowAway) options.push('--no-sync');
  options.push(`--username=${clusterUser}`, `--pwfile=${passwordFile}`, `--pgdata=${folder}`);
  try {
    const env = { LC_ALL: 'C', TZ: 'UTC' };
    await run(program(place.binaries, 'initdb'), options, { cwd: '/', env, ...place.account });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function requireVersion({ cluster, binaries }: Place): Promise<void> {
  const found = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  const [wanted] = binaries.version.split('.');
  if (found === wanted) return;
  throw new Error(
    `The database in ${cluster} is from PostgreSQL ${found}, but this build comes with ${wanted}. ` +
      'Save it with `sunloop backup` of the old build and load it with `sunloop restore --new` of this one (docs/run/backups.md).',
  );
}
