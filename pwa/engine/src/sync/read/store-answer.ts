import {
  type GivenContent,
  hasSameContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import { READ_SHAPE } from '../../data/read-shapes.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** The state of the database when the server was asked. */
export interface StateBeforeAsking {
  writes: number;
  stored: ResourceRow | undefined;
}

export async function stateBeforeAsking(db: UserDb, path: string): Promise<StateBeforeAsking> {
  const { writes } = await readSyncState(db);
  return { writes, stored: await withReopen(db, () => db.resources.get(path)) };
}

/** Whether another answer was stored since; by a count, because clocks stop and go back. */
function isAnotherThere(asked: StateBeforeAsking, stored: ResourceRow | undefined): boolean {
  return (stored?.serial ?? 0) !== (asked.stored?.serial ?? 0);
}

/**
 * Stores an answer in one transaction over the person's referrals (with what waits, refused ones and uploads, which a list
 * may change) and resources, unless it was overtaken: its user signed out, another answer was stored, or rows were sent after it was
 * requested. In the last case it may lack those rows and is requested again.
 */
export function storeUnlessOvertaken(
  db: UserDb,
  { path, asked }: { path: string; asked: StateBeforeAsking },
  store: () => Promise<unknown>,
): Promise<void> {
  const { referrals, arrived, outbox, log, rejected, uploads, resources, sync } = db;
  const tables = [referrals, arrived, outbox, log, rejected, uploads, resources, sync];
  return withReopen(db, () =>
    db.transaction('rw', tables, async () => {
      const { isOpen } = await readSyncState(db);
      const { writes, stored } = await stateBeforeAsking(db, path);
      if (!isOpen || isAnotherThere(asked, stored)) return;
      if (writes === asked.writes) await store();
      else await touchResources(db, [path]);
    }),
  );
}

/** Puts an answer and counts it; the caller's transaction holds `resources`. */
export async function putResource(db: UserDb, row: ResourceRow): Promise<void> {
  const { serial = 0 } = (await db.resources.get(row.path)) ?? {};
  await db.resources.put({ ...row, shape: READ_SHAPE, serial: serial + 1 });
}

/** Has resources fetched again, keeping what is shown until then; what is missing is fetched anyway. */
export async function touchResources(db: UserDb, paths: readonly string[]): Promise<void> {
  const stored = await db.resources.bulkGet([...paths]);
  const untouched = stored.flatMap((row) => (row && row.isTouched !== true ? row : []));
  // A replay touches the same answers with every batch, and each write makes every tab read them again.
  if (untouched.length === 0) return;
  await db.resources.bulkPut(untouched.map((row) => ({ ...row, isTouched: true })));
}

/**
 * Drops what was refused and is in a list that has just come (rule 9): a push given up may arrive late, once nothing stands
 * against its rows. `find` looks up rows of the list, in the order of the ids.
 */
export async function dropArrived(
  db: UserDb,
  find: (ids: string[]) => PromiseLike<(GivenContent | undefined)[]>,
): Promise<void> {
  const refused = await db.rejected.toArray();
  const listed = await find(refused.map(({ id }) => id));
  for (const [at, { id, row, uploadId = '' }] of refused.entries()) {
    const arrived = listed[at];
    if (!row || !arrived || !hasSameContent(row, arrived)) continue;
    await db.rejected.delete(id);
    await db.uploads
      .where('id')
      .equals(uploadId)
      .modify((upload) => void (upload.sent += 1));
  }
}
