import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from '../mutations/mutation.ts';

const SYNC = 'pwa/src/sync';

/** A path from the list, relative to the repository's root. */
export function inHouse(file: string): string {
  return path.posix.join(SYNC, file);
}

/** Breaks the code under `root`; returns how to restore it. Throws if the list is outdated. */
export function applyMutation(root: string, { file, find, replace }: Mutation): () => void {
  const target = path.join(root, inHouse(file));
  const text = readFileSync(target, 'utf8');
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`occurs ${times} times in ${file}: ${find}`);
  writeFileSync(
    target,
    text.replace(find, () => replace),
  );
  return () => writeFileSync(target, text);
}
