import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system account the database runs under; undefined means our own. */
export type Account = { uid: number; gid: number } | undefined;

/** Created on a machine that has neither this user nor PostgreSQL's. */
const OWN_USER = 'sunloop';

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of an existing cluster, otherwise
 * as the system user `sunloop` or `postgres`; if neither exists, `sunloop` is created.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(ignoreMissing);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser(OWN_USER)) ?? (await findUser('postgres')) ?? (await createUser(OWN_USER));
}

const TESTS = { run: 'test -x "$0"', read: 'test -r "$0"', write: 'test -w "$0" && cd "$0"' };

/**
 * Whether the account can run a program, read a file, or enter and write a folder, given the folders above
 * it.
 */
export async function canUse(account: Account, path: string, how: keyof typeof TESTS) {
  try {
    await run('/bin/sh', ['-c', TESTS[how], path], { cwd: '/', ...account });
    return true;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw error;
  }
}

/** The system's user of this name; undefined if there is none. */
export async function findUser(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'number') return undefined;
    throw error;
  }
}

/** Creates a system user without a home or shell. */
export async function createUser(name: string): Promise<NonNullable<Account>> {
  const attempts = [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
    ],
    ['adduser', '-S', '-D', '-H'],
  ];
  const failures: string[] = [];
  for (const [command = '', ...options] of attempts) {
    const failure = await run(command, [...options, name]).then(() => undefined, String);
    const created = await findUser(name);
    if (created) return created;
    if (failure) failures.push(failure);
  }
  throw new Error(
    `Nothing of Sunloop need run as root, but the system user ${name} could not be created ` +
      `(${failures.join('; ')}). Create it, start Sunloop as another user, or set DATABASE_URL.`,
  );
}

/** Makes this process the account's. The groups first: only root may change them. */
export function switchTo({ uid, gid }: NonNullable<Account>): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
