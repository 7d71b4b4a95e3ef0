import type { Dexie } from 'dexie';
import { findTrouble } from './trouble.ts';

/**
 * Logs what failed on this device; if the database belongs to a newer version, a notice has already told the person,
 * and what Dexie throws then says less.
 */
export function reportFailure(db: Dexie, what: string, error: unknown): void {
  const kind = findTrouble(db.name)?.kind;
  if (kind !== 'newer' && kind !== 'outdated') console.error(`${what}:`, error);
}
