import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { type KeptPage, readPage } from '../read/desk-list.ts';
import type { DeskRoute } from '../read/desk-resources.ts';
import { readWaitingActs } from './acts-state.ts';

/** A page of the list that is wanted, and what is known of it already. */
export interface WantedPage {
  question: DeskRoute;
  kept: KeptPage | undefined;
}

/**
 * Pages of the list with what waits to be sent, as of one moment: an act leaves the outbox as its outcome comes into the
 * pages. A Dexie read, for a live query.
 */
export function readListed(db: UserDb, wanted: readonly WantedPage[], now: number) {
  return withReopen(db, () =>
    db.transaction('r', [db.outbox, db.resources, db.sync], () =>
      Promise.all([
        readSyncState(db),
        readWaitingActs(db),
        Promise.all(wanted.map(({ question, kept }) => readPage(db, question, now, kept))),
      ]),
    ),
  );
}
