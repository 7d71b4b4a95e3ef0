import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Another commit of this repository, ready to be started. */
export interface Checkout {
  readonly root: string;
  /** Its short name. */
  readonly commit: string;
  discard(): Promise<void>;
}

/** Checks a commit out into a folder of its own, with its packages: ours if it names the same ones, else by `npm ci`. */
export async function checkOut(commit: string): Promise<Checkout> {
  const root = await mkdtemp(path.join(tmpdir(), 'sunloop-older-'));
  git('worktree', 'add', '--detach', '--quiet', root, commit);
  if (await hasSamePackages(root)) await borrowPackages(root);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  return {
    root,
    commit: git('rev-parse', '--short', commit),
    async discard() {
      await rm(root, { recursive: true, force: true });
      git('worktree', 'prune');
    },
  };
}

const RELEASES = 3;
const MIGRATIONS = 'sync-server/src/db/migrations/list.ts';

/**
 * The tags of the last three releases, newest first; where there are fewer, also the commits before the last ones that
 * changed the schema.
 */
export function lastReleases(): readonly string[] {
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  const tags = linesOf(git('tag', '--list', 'v*', '--sort=-version:refname'));
  const changed = linesOf(git('log', '--first-parent', `-${RELEASES}`, '--format=%h', '--', MIGRATIONS));
  return [...tags, ...changed.map((commit) => `${commit}~1`)].slice(0, RELEASES);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

async function hasSamePackages(root: string): Promise<boolean> {
  const lockOf = (folder: string) => readFile(path.join(folder, 'package-lock.json'), 'utf8');
  return (await lockOf(root)) === (await lockOf(ROOT));
}

/** Links each package but our own workspaces, which have to be those of the commit. */
async function borrowPackages(root: string): Promise<void> {
  const { workspaces } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: readonly string[];
  };
  for (const folder of ['.', ...workspaces]) {
    const [from, to] = [ROOT, root].map((place) => path.join(place, folder, 'node_modules'));
    if (!from || !to || !existsSync(from)) continue;
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) {
      if (name !== '@sunloop') await symlink(path.join(from, name), path.join(to, name));
    }
  }
  const own = path.join(root, 'node_modules/@sunloop');
  await mkdir(own, { recursive: true });
  for (const folder of workspaces)
    await symlink(path.join(root, folder), path.join(own, path.basename(folder)));
}
