import { programmeRoutes } from '@sunloop/shared-types';
import * as v from 'valibot';
import { promiseOf } from './promise-of.ts';

const KEY = 'promise';

/** Tells what this browser last heard, then what the server says now; nothing where there is neither. */
export async function askPromise(tell: (promise: string) => void): Promise<void> {
  const held = readHeld();
  if (held) tell(held);
  const promise = await fetchPromise();
  if (promise === undefined) return;
  tell(promise);
  keep(promise);
}

/** Not by the app's own client: half the app would come with it, for a sentence a visitor may do without. */
async function fetchPromise(): Promise<string | undefined> {
  const { path, answers } = programmeRoutes.programme;
  const response = await fetch(path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok || !isJson) return undefined;
  const parsed = v.safeParse(answers[200], await response.json());
  return parsed.success ? promiseOf(parsed.output) : undefined;
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
