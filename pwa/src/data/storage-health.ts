import { isQuotaExceeded, StorageFull } from './storage-errors.ts';

/** Whether this page's last write of its own accord was stored; what people typed is told of where they typed it. */
export type StorageHealth = 'ok' | 'full' | 'failing';

let health: StorageHealth = 'ok';
const listeners = new Set<() => void>();

export function readStorageHealth(): StorageHealth {
  return health;
}

/** Hears of every change; returns how to stop. */
export function onStorageHealth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteStorageWorks(): void {
  become('ok');
}

/** A write failed without which the work goes on: the person is told, for only they can make room. */
export function noteStorageTrouble(error: unknown): void {
  // Of a full device other errors come, too.
  const isFull = health === 'full' || error instanceof StorageFull || isQuotaExceeded(error);
  become(isFull ? 'full' : 'failing');
  // As text: consoles and reports show Dexie's errors as an empty object.
  console.warn(`This device could not store what it learned: ${String(error)}`);
}

function become(now: StorageHealth): void {
  if (now === health) return;
  health = now;
  for (const listener of listeners) listener();
}
