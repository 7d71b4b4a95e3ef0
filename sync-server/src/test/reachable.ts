import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { canUse, type Account } from '../../operate/embedded/account.ts';

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

/** Node, and the server's program that it runs. */
export interface ReachableProgram {
  readonly node: string;
  readonly main: string;
}

/** Where another user can use them: in this checkout, or in a copy if only root may enter that. */
export async function reachableProgram(account: Account): Promise<ReachableProgram> {
  const [node, main] = [process.execPath, path.join(ROOT, MAIN)];
  const mayUse = [await canUse(account, node, 'run'), await canUse(account, main, 'read')];
  if (mayUse.every(Boolean)) return { node, main };
  const folder = await makeReachableFolder(account);
  await copyServer(folder);
  // It may be one that npm installed.
  await cp(node, path.join(folder, 'node'));
  return { node: path.join(folder, 'node'), main: path.join(folder, MAIN) };
}

async function copyServer(folder: string): Promise<void> {
  const args = ['ls', '--omit=dev', '--workspace=sync-server', '--all', '--parseable'];
  const { stdout } = await run('npm', args, { cwd: ROOT });
  const packages = stdout.split('\n').flatMap((line) => {
    const inside = path.relative(ROOT, line.trim());
    return inside.startsWith('node_modules') && !inside.startsWith('node_modules/@sunloop')
      ? [inside]
      : [];
  });
  const own = [
    'shared-types/package.json',
    'shared-types/src',
    'sync-server/package.json',
    'sync-server/src',
    'sync-server/operate',
  ];
  await mkdir(path.join(folder, 'node_modules/@sunloop'), { recursive: true });
  for (const each of [...own, 'node_modules/@sunloop/shared-types', ...packages])
    await cp(path.join(ROOT, each), path.join(folder, each), {
      recursive: true,
      verbatimSymlinks: true,
    });
}
