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
 * What `readHeld` finds under a path, live and paced; `held` is the same object until something is written there. Each answer
 * to a push changes the state of sending; parsing and drawing what an open page shows with each would take longer than sending.
 */
export function followHeld<Held extends { fetchedAt: number } | undefined>(
  db: UserDb,
  path: string,
  readHeld: () => Promise<Held>,
): Follow<Read<Held>> {
  return (onValue, onError) => {
    let known: { held: Held } | undefined;
    const follow = followRead(db, [{ table: 'resources', key: path }, 'sync'], async (changes) => {
      // A read that fails is done again with the next change of either.
      if (changes.has('resources')) known = undefined;
      const [state, held] = await Promise.all([readSyncState(db), known ? known.held : readHeld()]);
      known = { held };
      const isPast = held !== undefined && isOld(held.fetchedAt, Date.now());
      return { path, held, isCut: isCutOff(state), isOld: isPast };
    });
    return follow(onValue, onError);
  };
}
