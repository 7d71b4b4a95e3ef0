/**
 * Why a database of this device cannot be used.
 * - `outdated`: a newer version of the app took it over, this page must be reloaded
 * - `blocked`: another tab still holds an older version of it
 * - `stuck`: it does not open, and the browser does not say why
 * - `newer`: a newer version of the app wrote it
 * - `full`: the disk has no room left to open it
 * - `broken`: the browser cannot read it
 */
export interface StorageTrouble {
  readonly kind: 'outdated' | 'blocked' | 'stuck' | 'newer' | 'full' | 'broken';
  readonly database: string;
}

const troubles = new Map<string, StorageTrouble>();
const listeners = new Set<() => void>();

/** A trouble of any database, if there is one; kept because the first reads run before anybody listens. */
export function findAnyTrouble(): StorageTrouble | undefined {
  return troubles.values().next().value;
}

export function findTrouble(database: string): StorageTrouble | undefined {
  return troubles.get(database);
}

/** Calls `listener` whenever a trouble begins or ends; returns how to stop. */
export function onTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Without a kind, the database can be used. */
export function setTrouble(database: string, kind?: StorageTrouble['kind']): void {
  if (troubles.get(database)?.kind === kind) return;
  if (kind) troubles.set(database, { kind, database });
  else troubles.delete(database);
  for (const listener of listeners) listener();
}
