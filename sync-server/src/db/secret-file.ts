import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * The secret kept in a file only its owner may read; made at the first call. Safe if two processes call at once: both
 * get the same.
 */
export async function readOrMakeSecret(file: string, make: () => string): Promise<string> {
  const kept = await readSecret(file);
  if (kept !== undefined) return kept;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${make()}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
