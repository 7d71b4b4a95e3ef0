import { Dexie } from 'dexie';
import { watchStorage } from '../data/storage/notices.ts';

/** A database of one table at a version, whose troubles are reported; not opened yet. */
export function newWatchedDb(name: string, version: number): Dexie {
  const db = new Dexie(name);
  db.version(version).stores({ rows: 'id' });
  watchStorage(db);
  return db;
}
