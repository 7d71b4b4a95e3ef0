import { isQuotaExceeded, StorageFull } from './errors.ts';

/**
 * Whether the last write this page made on its own was stored. Failures to store typed text are shown where it was
 * typed.
 */
export type StorageHealth = 'ok' | 'full' | 'failing';

let health: StorageHealth = 'ok';
const listeners = new Set<() => void>();

export function readStorageHealth(): StorageHealth {
  return health;
}

/** Calls back at every change; returns how to stop. */
export function onStorageHealth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteStorageWorks(): void {
  become('ok');
}

/** A write failed that the current work can do without; the person is told, because only they can make room. */
export function noteStorageTrouble(error: unknown): void {
  // A full device causes other errors, too.
  const isFull = health === 'full' || error instanceof StorageFull || isQuotaExceeded(error);
  become(isFull ? 'full' : 'failing');
  // As text, because consoles and reports show Dexie's errors as an empty object.
  console.warn(`This device could not store what it learned: ${String(error)}`);
}

function become(now: StorageHealth): void {
  if (now === health) return;
  health = now;
  for (const listener of listeners) listener();
}
