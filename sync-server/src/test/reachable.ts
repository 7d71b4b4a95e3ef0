import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { canUse, type Account } from '../db/embedded/account.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const MAIN = 'sync-server/src/main.ts';
/** The run's own temporary folder may be below one that only root may enter. */
const PARENTS = [tmpdir(), '/tmp', '/var/tmp'];

/** A new folder, for the length of a test, that another user can enter. */
export async function makeReachableFolder(account: Account): Promise<string> {
  for (const parent of PARENTS) {
    const folder = await mkdtemp(path.join(parent, 'sunloop-root-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await chmod(folder, 0o755);
    if (await canUse(account, folder, 'read')) return folder;
  }
  throw new Error(`no other user may enter ${PARENTS.join(', ')}`);
}

/** The server's program where another user can read it: in this checkout, or in a copy if only root may enter that. */
export async function reachableMain(account: Account): Promise<string> {
  const main = path.join(ROOT, MAIN);
  if (await canUse(account, main, 'read')) return main;
  const folder = await makeReachableFolder(account);
  const args = ['ls', '--omit=dev', '--workspace=sync-server', '--all', '--parseable'];
  const { stdout } = await run('npm', args, { cwd: ROOT });
  const packages = stdout.split('\n').flatMap((line) => {
    const inside = path.relative(ROOT, line.trim());
    return inside.startsWith('node_modules') && !inside.startsWith('node_modules/@sunloop')
      ? [inside]
      : [];
  });
  const own = ['shared-types', 'sync-server'].flatMap((name) => [
    `${name}/package.json`,
    `${name}/src`,
  ]);
  await mkdir(path.join(folder, 'node_modules/@sunloop'), { recursive: true });
  for (const each of [...own, 'node_modules/@sunloop/shared-types', ...packages])
    await cp(path.join(ROOT, each), path.join(folder, each), {
      recursive: true,
      verbatimSymlinks: true,
    });
  return path.join(folder, MAIN);
}
