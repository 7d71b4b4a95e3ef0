import { Dexie, RangeSet } from 'dexie';
import type { UserDb } from '../data/user-db.ts';

/** Tells this page that another tab has written, as the browser would. */
export function tellWritten(db: UserDb, table: string): void {
  const keys = new RangeSet('a');
  const part = `idb://${db.name}/${table}/`;
  Dexie.on.storagemutated.fire({ [part]: keys, [`${part}:dels`]: keys });
}
