import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { canUse, chooseAccount, type Account } from './account.ts';
import { program, type Binaries } from './binaries.ts';

const run = promisify(execFile);

/** Where the database lives and who runs it. */
export interface Place {
  account: Account;
  binaries: Binaries;
  /** Folder of the cluster, and of the lock beside it. */
  root: string;
  cluster: string;
}

const systemFolder = '/var/lib/sunloop';

/**
 * The database is in `DATA_DIR/postgres`. If started by root in a folder that the database's own account
 * cannot reach, such as one below /root, cluster and programs are put in /var/lib/sunloop instead; the name
 * of the cluster's folder there is kept in `DATA_DIR/postgres-instance`.
 */
export async function choosePlace(dataDir: string, installed: Binaries): Promise<Place> {
  const { idFile, id, root, cluster } = await locate(dataDir);
  if (id && !(await exists(cluster))) throw lost(cluster, idFile);
  const account = await chooseAccount(cluster);
  if (!account) return { account, binaries: installed, root, cluster };
  const binaries = await reachableBinaries(account, installed);
  const isReachable = id !== undefined || (await canHold(account, root, cluster));
  const settled = isReachable ? { root, cluster } : await settleOutside(cluster, idFile);
  return { account, binaries, ...settled };
}

/** Where the cluster of a data folder is, or was meant to be; makes nothing. */
export async function locate(dataDir: string) {
  const idFile = path.join(dataDir, 'postgres-instance');
  const id = (await exists(idFile)) ? (await readFile(idFile, 'utf8')).trim() : undefined;
  const root = id ? path.join(systemFolder, id) : dataDir;
  return { idFile, id, root, cluster: path.join(root, 'postgres') };
}

async function canHold(account: Account, root: string, cluster: string): Promise<boolean> {
  if (await exists(cluster)) return canUse(account, cluster, 'write');
  const probe = path.join(root, `.probe-${randomUUID()}`);
  await makeFolderFor(account, probe);
  try {
    return await canUse(account, probe, 'write');
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/** A cluster that was reachable before its folder was moved is moved too. */
async function settleOutside(before: string, idFile: string) {
  const id = randomUUID();
  const root = path.join(systemFolder, id);
  const cluster = path.join(root, 'postgres');
  await makeOpenFolder(root);
  const isMoving = await exists(before);
  if (isMoving) await run('cp', ['-a', before, cluster]);
  else await mkdir(cluster, { mode: 0o700 });
  await writeFile(idFile, `${id}\n`, { mode: 0o600 });
  if (isMoving) await rm(before, { recursive: true });
  return { root, cluster };
}

/** Programs the account cannot run are copied, once per version and machine. */
async function reachableBinaries(account: Account, installed: Binaries): Promise<Binaries> {
  if (await canUse(account, program(installed, 'postgres'), 'run')) return installed;
  const home = path.join(systemFolder, `programs-${installed.version}`);
  if (!(await exists(home))) {
    const copy = `${home}.${randomUUID()}`;
    await makeOpenFolder(systemFolder);
    await run('cp', ['-a', installed.home, copy]);
    // Fails if a second, faster process has put the same files there.
    await rename(copy, home).catch(() => rm(copy, { recursive: true }));
  }
  return { ...installed, home };
}

/** The account must be able to enter it, whatever our umask is. */
async function makeOpenFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([chmod(systemFolder, 0o755), chmod(folder, 0o755)]);
}

/** Makes an empty private folder that belongs to the database's account. */
export async function makeFolderFor(account: Account, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function lost(cluster: string, idFile: string): Error {
  return new Error(
    `The database of this data folder was in ${cluster}, which is gone. ` +
      `Put it back, or remove ${idFile} to start with an empty one.`,
  );
}
