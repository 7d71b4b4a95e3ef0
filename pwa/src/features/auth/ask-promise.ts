import { programmeRoutes } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { promiseOf } from './promise-of.ts';

const KEY = 'promise';

/** Tells what this browser last heard, then what the server says now; nothing where there is neither. */
export async function askPromise(tell: (promise: string) => void): Promise<void> {
  const held = readHeld();
  if (held) tell(held);
  try {
    const { data } = await call(programmeRoutes.programme, {});
    const promise = promiseOf(data);
    tell(promise);
    keep(promise);
  } catch (error) {
    // Without an answer the page stands as well.
    if (!isProblem(error)) throw error;
  }
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
    console.warn('This browser keeps no settings; what rewards pay is asked for again');
  }
}
