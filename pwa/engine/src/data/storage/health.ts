import { isQuotaExceeded, StorageFull } from './errors.ts';

/**
 * Whether the last write this page made on its own was stored; `unsaved`: there was no room for what the person handed
 * over, and nothing of it is kept.
 */
export type StorageHealth = 'ok' | 'full' | 'failing' | 'unsaved';

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

/** A write of the page's own was stored. What a person could not save is told until a save succeeds (rule 1). */
export function noteStorageWorks(): void {
  if (health !== 'unsaved') become('ok');
}

/** Follows the saving of what a person handed over; it fails as `saving` does. */
export async function noteSave<T>(saving: Promise<T>): Promise<T> {
  try {
    const saved = await saving;
    if (health === 'unsaved') become('ok');
    return saved;
  } catch (error) {
    if (error instanceof StorageFull) become('unsaved');
    throw error;
  }
}

/** A write failed that the current work can do without; the person is told, because only they can make room. */
export function noteStorageTrouble(error: unknown): void {
  // A full device causes other errors, too.
  const isFull = health === 'full' || error instanceof StorageFull || isQuotaExceeded(error);
  // Worse than this it does not get.
  if (health !== 'unsaved') become(isFull ? 'full' : 'failing');
  // As text, because consoles and reports show Dexie's errors as an empty object.
  console.warn(`This device could not store what it learned: ${String(error)}`);
}

function become(now: StorageHealth): void {
  if (now === health) return;
  health = now;
  for (const listener of listeners) listener();
}
