import { fetchProgramme } from '@sunloop/engine/api/fetch-programme.ts';
import { promiseOf } from './promise-of.ts';
import type { ProgramPromise } from './use-programme.ts';

const KEY = 'promise';

/**
 * Reports what this browser last heard, then what the server says now; nothing if it knows neither. Rejects if nothing
 * answers.
 */
export async function askProgramme(tell: (news: Partial<ProgramPromise>) => void): Promise<void> {
  const held = readHeld();
  if (held) tell({ promise: held });
  const programme = await fetchProgramme();
  tell({ isAway: false });
  if (!programme) return;
  const promise = promiseOf(programme);
  const { help, hasMail = false, sso } = programme;
  tell({ promise, help, hasMail, sso });
  keep(promise);
}

function readHeld(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(promise: string): void {
  try {
    localStorage.setItem(KEY, promise);
  } catch {
    console.warn('This browser keeps no settings');
  }
}
