import type { Dexie } from 'dexie';

/**
 * `outdated`: a newer version of the app took the database over, this page must be reloaded.
 * `blocked`: another tab still holds the older version, it must be closed.
 */
export type StorageNotice = 'outdated' | 'blocked';

type Listener = (notice: StorageNotice) => void;
const listeners = new Set<Listener>();
const outdated = new WeakSet<Dexie>();

/** Tells of databases this page cannot use any more; returns how to stop listening. */
export function onStorageNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets newer code have the database and never opens it again from this page. */
export function closeForNewVersion(db: Dexie): void {
  db.on('versionchange', () => {
    outdated.add(db);
    db.close();
    tell('outdated');
    // Dexie's own listener would let the next read open it again.
    return false;
  });
  db.on('blocked', () => tell('blocked'));
}

export function isOutdated(db: Dexie): boolean {
  return outdated.has(db);
}

function tell(notice: StorageNotice): void {
  for (const listener of listeners) listener(notice);
}
