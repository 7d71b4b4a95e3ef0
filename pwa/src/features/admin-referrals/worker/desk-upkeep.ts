import { liveQuery } from 'dexie';
import { readAdminMeta } from '../../../data/admin-blocks.ts';
import { mayAsk, readSyncState } from '../../../data/sync-state.ts';
import type { UserDb } from '../../../data/user-db.ts';
import {
  ADMIN_REFERRALS_PATH,
  isOld,
  realDeps,
  singleFlight,
  type SyncDeps,
} from '../../../sync/desk-list.ts';
import type { DeskBrain } from './desk-brain.ts';
import { type DeskState, type FromDesk, NOTHING_YET } from '../desk-messages.ts';
import { withReopen } from '../../../data/with-reopen.ts';

/** What the first rows do not need waits until they are shown. Milliseconds. */
const FINISH_AFTER_MS = 400;

type Standing = Pick<DeskState, 'fetchedAt' | 'triedAt' | 'isCut'> & { isTouched: boolean };

export interface Upkeep {
  db: UserDb;
  brain: DeskBrain;
  post: (message: FromDesk) => void;
  /** Fetches what the server has, with `isWanted` even if it is not stale yet. */
  pull: (isWanted: boolean, onCount: (received: number) => void) => Promise<void>;
}

/**
 * Keeps the desk's list up to date with Dexie, whoever writes there, and with the server: when the list is touched, or
 * stale when it is opened or the connection comes back. It never polls (SPEC §9); the list shows its age and can be
 * refreshed. Reports the state to the page. Returns how to stop and how to fetch again.
 */
export function keepUp(
  { db, brain, post, pull }: Upkeep,
  deps: Pick<SyncDeps, 'now'> = realDeps,
): { stop: () => void; refreshNow: () => void } {
  let state: DeskState = NOTHING_YET;
  let finishing: ReturnType<typeof setTimeout> | undefined;
  const tell = (changes: Partial<DeskState>) => {
    state = { ...state, ...changes };
    post({ kind: 'state', state });
  };
  const follow = singleFlight(async () => {
    const { isStored, hasChanged } = await brain.catchUp();
    tell({ isStored, isLoaded: true });
    if (!hasChanged) return;
    clearTimeout(finishing);
    finishing = setTimeout(() => guard(brain.finish()), FINISH_AFTER_MS);
  });
  const fetching = async (isWanted: boolean) => {
    tell({ isFetching: true, received: 0 });
    await pull(isWanted, (received) => tell({ received })).finally(() =>
      tell({ isFetching: false }),
    );
  };
  let isOpening = true;
  const refresh = singleFlight(async () => {
    const standing = await readStanding(db);
    const since = Math.max(standing.fetchedAt, standing.triedAt);
    const isWanted = standing.isTouched || (isOpening && isOld(since, deps.now()));
    isOpening = standing.isCut;
    if (isWanted && !standing.isCut) await fetching(false);
  });
  const refreshNow = () => guard(fetching(true));
  const watching = liveQuery(() => readStanding(db)).subscribe(({ fetchedAt, triedAt, isCut }) => {
    tell({ fetchedAt, triedAt, isCut });
    guard(follow().then(refresh));
  }, reportFailure);
  const stop = () => {
    watching.unsubscribe();
    clearTimeout(finishing);
  };
  return { stop, refreshNow };
}

/** A Dexie read, for a live query: a change of the list also changes its mark. */
async function readStanding(db: UserDb): Promise<Standing> {
  const [row, state, meta] = await withReopen(db, () =>
    Promise.all([db.resources.get(ADMIN_REFERRALS_PATH), readSyncState(db), readAdminMeta(db)]),
  );
  return {
    // A list in another shape cannot be read, so it counts as missing.
    fetchedAt: row && meta ? row.fetchedAt : 0,
    triedAt: row?.triedAt ?? 0,
    isTouched: row?.isTouched === true,
    isCut: !mayAsk(state),
  };
}

const guard = (work: Promise<unknown>) => void work.catch(reportFailure);

function reportFailure(error: unknown): void {
  console.error('The list of referrals failed on this device:', error);
}
