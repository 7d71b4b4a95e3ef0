import { useEffect, useState } from 'react';
import { within } from '@sunloop/engine/lib/within.ts';

/** Whether the browser may delete the app's data when the device is full. */
export type Protection = 'protected' | 'not-yet' | 'unknown';
/** The protection is undefined until the browser has been asked. */
export type StorageState = {
  usedBytes: number | undefined;
  protection: Protection | undefined;
};

const NOT_ASKED: StorageState = { usedBytes: undefined, protection: undefined };
/** Longer than a browser takes that answers at all. Milliseconds. */
const ANSWER_MS = 2_000;

async function readStorageState(): Promise<StorageState> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const [space, isPersisted] = await Promise.all([
    ask(storage?.estimate?.()),
    ask(storage?.persisted?.()),
  ]);
  const known = isPersisted ? 'protected' : 'not-yet';
  return { usedBytes: space?.usage, protection: isPersisted === undefined ? 'unknown' : known };
}

/** What the browser says; undefined if it cannot, will not or does not answer. */
async function ask<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await within(Promise.resolve(answer), ANSWER_MS, undefined);
  } catch (error) {
    console.warn('This browser does not report its storage', error);
    return undefined;
  }
}

/** Space and protection as the browser reports them, and how to ask it for protection. */
export function useStorageState() {
  const [state, setState] = useState(NOT_ASKED);
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => {
    void readStorageState().then(setState);
  }, []);
  const protect = async () => {
    try {
      await navigator.storage.persist();
      setState(await readStorageState());
    } catch (error) {
      console.warn('This browser does not protect its storage', error);
    }
    setAsked(true);
  };
  return { ...state, wasAsked, protect };
}
