import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const HOUSE = fileURLToPath(new URL('../../../../', import.meta.url));
/** Links to the workspaces, which must lead to those of the copy. */
const OWN_SCOPE = '@sunloop';

/** A copy of the repository's working tree, where code can be broken safely. */
export interface ScratchCopy {
  root: string;
  remove: () => void;
}

export function makeScratchCopy(): ScratchCopy {
  const root = mkdtempSync(path.join(tmpdir(), 'sunloop-mutate-'));
  for (const file of listFiles()) cpSync(path.join(HOUSE, file), path.join(root, file));
  linkModules(root);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** All files that are tracked or about to be, and still exist. */
function listFiles(): string[] {
  const list = (...more: string[]) =>
    execFileSync('git', ['ls-files', '-z', '--exclude-standard', ...more], { cwd: HOUSE })
      .toString()
      .split('\0')
      .filter((file) => file !== '');
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others').filter((file) => !deleted.has(file));
}

function linkModules(root: string): void {
  const from = path.join(HOUSE, 'node_modules');
  const to = path.join(root, 'node_modules');
  mkdirSync(path.join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OWN_SCOPE && !name.startsWith('.vi')) {
      symlinkSync(path.join(from, name), path.join(to, name));
    }
  }
  for (const name of readdirSync(path.join(from, OWN_SCOPE))) {
    // Relative ones, so they lead to the copy's.
    const link = path.join(OWN_SCOPE, name);
    symlinkSync(readlinkSync(path.join(from, link)), path.join(to, link));
  }
}
