import {
  TAKEN_LIST_ROWS,
  type TakenList,
  type TakenReferral,
  takenRoutes,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { fetchJson, parseStored } from './fetch-json.ts';
import { sendLostAgain } from './send-lost.ts';
import { dropArrived } from './store-answer.ts';

const { ownTaken } = takenRoutes;
/** Under which the list is kept. */
const { path } = ownTaken;
const NONE: TakenList = { total: 0, completed: 0, rows: [] };

/** What the person took for others, as far as this device knows, and when it was fetched (0: never). A Dexie read. */
export async function readTaken(
  db: UserDb,
): Promise<TakenList & { fetchedAt: number; isTouched: boolean }> {
  const row = await withReopen(db, () => db.resources.get(path));
  const { fetchedAt = 0, isTouched = false } = row ?? {};
  return { ...(parseStored(ownTaken, row)?.data ?? NONE), fetchedAt, isTouched };
}

/** Asks for the list and stores it; what the server has lost of it is sent again (rule 38). Throws `Problem`. */
export function fetchTaken(db: UserDb, deps: SyncDeps): Promise<void> {
  const heed = async (list: TakenList, kept: TakenList | undefined, now: number) => {
    await sendLostAgain(db, mayBeListed(kept?.rows ?? [], list), { list, now });
    const listed = new Map(list.rows.map((row) => [row.id, row]));
    await dropArrived(db, async (ids) => ids.map((id) => listed.get(id)));
  };
  return fetchJson(db, ownTaken, deps, { heed });
}

/** Of the rows here, newest first, those that have not left the end of a list that holds only the newest. */
function mayBeListed(
  kept: readonly TakenReferral[],
  { rows }: TakenList,
): readonly TakenReferral[] {
  if (rows.length < TAKEN_LIST_ROWS) return kept;
  const listed = new Set(rows.map(({ id }) => id));
  return kept.slice(0, kept.findLastIndex(({ id }) => listed.has(id)) + 1);
}

/** Shows what was just stored, until the list is fetched again; the caller's transaction holds `resources`. */
export async function showTaken(db: UserDb, taken: readonly TakenReferral[]): Promise<void> {
  const row: ResourceRow = (await db.resources.get(path)) ?? { path, etag: null, fetchedAt: 0 };
  const { rows, total, completed } = parseStored(ownTaken, row)?.data ?? NONE;
  const known = new Set(rows.map(({ id }) => id));
  const fresh = taken.filter(({ id }) => !known.has(id));
  const data: TakenList = {
    total: total + fresh.length,
    completed,
    rows: [...fresh.toReversed(), ...rows],
  };
  // The tag is of an answer without these.
  await db.resources.put({ ...row, data, etag: null, isTouched: true });
}
