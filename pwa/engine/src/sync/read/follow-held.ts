import { followRead } from '../../data/follow-read.ts';
import { isCutOff, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { Follow } from '../../lib/follow.ts';
import { isOld } from './stale.ts';

/** What the device holds of an answer, and whether it can be asked for anew. */
export interface Read<Held> {
  path: string;
  held: Held;
  /** Nobody answers or may be asked at the moment. */
  isCut: boolean;
  isOld: boolean;
}

/**
 * What `readHeld` finds under a path, live and paced: the same object until something of it is another. Each answer to a push
 * changes the state of sending; parsing and drawing what an open page shows with each would take longer than sending.
 */
export function followHeld<Held extends { fetchedAt: number } | undefined>(
  db: UserDb,
  path: string,
  readHeld: () => Promise<Held>,
): Follow<Read<Held>> {
  let last: Read<Held> | undefined;
  return followRead(db, [{ table: 'resources', key: path }, 'sync'], async (changes) => {
    const isCut = isCutOff(await readSyncState(db));
    const held = last && !changes.has('resources') ? last.held : await readHeld();
    const read = { path, held, isCut, isOld: !!held && isOld(held.fetchedAt, Date.now()) };
    const isSame = last?.isCut === isCut && last.held === held && last.isOld === read.isOld;
    if (!last || !isSame) last = read;
    return last;
  });
}
