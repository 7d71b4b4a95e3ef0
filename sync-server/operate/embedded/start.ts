import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { readOrMakeSecret } from '../../src/db/secret-file.ts';
import type { Account } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterUser, ensureCluster, hasCluster } from './cluster.ts';
import { findRunning } from './find-running.ts';
import { takeLock } from './lock.ts';
import { choosePlace, exists, type Place } from './place.ts';
import { stopOrphan } from './orphan.ts';
import { startWithKeeper, type KeeperWatcher } from './start-keeper.ts';

export interface EmbeddedPostgres {
  /** For `openOrm`; the port changes with each start. */
  url: string;
  /** Folder of the data. */
  folder: string;
  /** The user it runs as, if that is not ours. */
  account: Account;
  /** Stops the server and releases the folder; call it after the last query. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
  /** If given, restarts it when it ends by itself; otherwise that is only logged. */
  keep?: Pick<KeeperWatcher, 'report' | 'onLost'> & { readonly restartsMax: number };
  /** For tests: gives up durability for speed. */
  isThrowAway?: boolean;
}

const passwordBytes = 24;
const throwAwaySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Autovacuum would hold the tests' template database while it is being copied.
  'autovacuum=off',
  'max_connections=300',
];

/**
 * Starts the PostgreSQL that npm installed, with its data in `dataDir`, and recovers from a killed process.
 * Throws if another process holds the folder, or with advice if it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const place = await choosePlace(dataDir, await findBinaries());
  const giveBack = await takeLock(path.join(place.root, 'postgres.lock'));
  try {
    return await startHeld(place, dataDir, options, giveBack);
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function startHeld(
  place: Place,
  dataDir: string,
  { log, keep, isThrowAway = false }: EmbeddedOptions,
  giveBack: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const passwordFile = path.join(dataDir, 'postgres-password');
  if (!(await exists(passwordFile)) && (await hasCluster(place))) {
    throw new Error(
      `${passwordFile}, the password of the database beside it, is gone: put it back`,
    );
  }
  const password = await readOrMakeSecret(passwordFile, () =>
    randomBytes(passwordBytes).toString('base64url'),
  );
  await stopOrphan(place.cluster, log);
  // One that could not be seen, and so was not stopped.
  if ((await findRunning(dataDir)) !== undefined)
    throw new Error(`A PostgreSQL runs on ${place.cluster} in another container or namespace`);
  await ensureCluster(place, password, isThrowAway);
  const settings = isThrowAway ? throwAwaySettings : [];
  const order = { place, settings, restartsMax: keep?.restartsMax };
  const server = await startWithKeeper(order, {
    log,
    report: log,
    onLost: ({ message }) => log(message),
    ...keep,
  });
  return {
    folder: place.cluster,
    account: place.account,
    url: `postgres://${clusterUser}:${password}@127.0.0.1:${server.port}/postgres`,
    stop: async () => {
      await server.stop();
      if (isThrowAway) await rm(place.cluster, { recursive: true });
      await giveBack();
      if (isThrowAway && place.root !== dataDir) await rm(place.root, { recursive: true });
    },
  };
}
