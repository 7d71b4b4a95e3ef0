import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { draftOf } from '../write-backup.ts';

const START = 'sunloop-nightly-';
const NAME = /^sunloop-nightly-[\dTZ-]+\.backup\.gz(\.age)?$/;

/** The name of a backup that the server makes; files with other names in the folder are left alone. */
export function nightlyName(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().replaceAll(/[:.]/g, '-');
  return `${START}${time}.backup.gz${isEncrypted ? '.age' : ''}`;
}

/** Makes the folder if it is missing, and removes what a killed process left half-written. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (name.startsWith(START) && name.endsWith(draftOf(''))) await rm(path.join(folder, name));
  }
}

/** Keeps the file that was just tried and the newest others, `keep` together. Returns how many were removed. */
export async function prune(folder: string, tried: string, keep: number): Promise<number> {
  const others = (await readdir(folder)).filter(
    (name) => NAME.test(name) && name !== path.basename(tried),
  );
  const old = others
    .toSorted()
    .toReversed()
    .slice(keep - 1);
  for (const name of old) await rm(path.join(folder, name));
  return old.length;
}
