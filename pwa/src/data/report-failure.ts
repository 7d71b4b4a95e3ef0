import type { Dexie } from 'dexie';
import { isOutdated } from './storage-notices.ts';

/** Logs what failed on this device; if the database is outdated, a notice has already told the person. */
export function reportFailure(db: Dexie, what: string, error: unknown): void {
  if (!isOutdated(db)) console.error(`${what}:`, error);
}
