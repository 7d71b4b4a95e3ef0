import { useMemo } from 'react';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import type { Changes } from '@sunloop/engine/data/watch-tables.ts';
import { useFollowed } from '../../ui/use-followed.ts';
import { type OwnListState, OwnList, WATCHED } from './own-list.ts';

/**
 * The person's own referrals, live; undefined until the device has been read. `wasFetched` tells an empty list apart
 * from one that never arrived. There may be tens of thousands, so changes are paced.
 */
export function useOwnReferrals(db: UserDb): OwnListState | undefined {
  return useFollowed(useMemo(() => followRead(db, WATCHED, followList(db)), [db]));
}

function followList(db: UserDb): (changes: Changes) => Promise<OwnListState> {
  let list = new OwnList(db);
  return async (changes) => {
    try {
      return await list.read(changes);
    } catch (error) {
      // Changes it missed are not reported again.
      list = new OwnList(db);
      throw error;
    }
  };
}
