import type { Dexie } from 'dexie';
import { isOutdated } from './storage-notices.ts';

/** Tells the console what failed on this device; of an outdated database the person was told by its notice. */
export function reportFailure(db: Dexie, what: string, error: unknown): void {
  if (!isOutdated(db)) console.error(`${what}:`, error);
}
