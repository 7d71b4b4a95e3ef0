import { readFile } from 'node:fs/promises';
import type { Variables } from './env.ts';

/** Where an installation on Debian has its settings (docs/run/deploying.md). */
const FILE = '/etc/sunloop.env';

/** What the systemd unit sets beside that file. */
export const OF_THE_UNIT = { NODE_ENV: 'production', DATA_DIR: '/var/lib/sunloop' } as const;

export interface Settings {
  readonly variables: Variables;
  /** Where they come from, in words. */
  readonly source: string;
}

/**
 * The settings of the installation: those of the environment if they name a database, as in a container, else those of
 * the unit and its file, else those of a checkout. Throws if the file may not be read.
 */
export async function findSettings(given: Variables, file = FILE): Promise<Settings> {
  const ofEnvironment = { variables: given, source: 'the environment' };
  if (given['DATABASE_URL'] || given['DATA_DIR']) return ofEnvironment;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The settings in ${file} cannot be read (${error.code}): run this as root`);
  });
  if (text === undefined) return ofEnvironment;
  return { variables: { ...OF_THE_UNIT, ...parseSettings(text), ...given }, source: file };
}

const LINE = /^([A-Za-z_]\w*)=(.*)$/;

/** As systemd reads an EnvironmentFile: a line each, a comment only where a line begins with it, quotes around a value fall away. */
export function parseSettings(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = LINE.exec(line.trim()) ?? [];
    return name === '' ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')] as const];
  });
  return Object.fromEntries(pairs);
}
