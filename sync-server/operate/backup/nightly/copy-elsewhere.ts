import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';

const run = promisify(execFile);

/**
 * Runs the operator's command by the shell with the file's path in BACKUP_FILE. Resolves to what went wrong: words for
 * the desk, without what the command said, which may name secrets, and that for the log.
 */
export async function copyElsewhere(
  command: string,
  file: string,
  signal: AbortSignal,
): Promise<{ words: string; said: string } | undefined> {
  const env = { ...process.env, BACKUP_FILE: file };
  try {
    await run('/bin/sh', ['-c', command], { env, signal, timeout: DAY_MS / 2 });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    const { code, stderr = '' } = error as { code?: number | string; stderr?: string };
    const words = `it was not copied: BACKUP_COPY ended with ${code ?? 'a signal'}`;
    return { words, said: stderr.trim().slice(-SAID_MAX) };
  }
}

const SAID_MAX = 500;
