import {
  hasSameContent,
  referralContent,
  type TakenList,
  type TakenReferral,
  takenRoutes,
} from '@sunloop/shared-types';
import { callIfChanged } from '../../api/client.ts';
import type { TakenPushRow } from '../../data/taken-row.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { putEntries, toEntries } from '../outbox/enqueue.ts';
import { parseStored } from './fetch-json.ts';
import { putResource, stateBeforeAsking, storeUnlessOvertaken } from './store-answer.ts';

const { ownTaken } = takenRoutes;
/** Under which the list is kept. */
export const TAKEN_PATH = ownTaken.path;
const path = TAKEN_PATH;
const NONE: TakenList = { total: 0, completed: 0, rows: [] };
/** Not the name of any run of the server's database: what is kept is from several. */
const SEVERAL = '';

/** What the person took for others, as far as this device knows, and when it was fetched (0: never). A Dexie read. */
export async function readTaken(
  db: UserDb,
): Promise<TakenList & { fetchedAt: number; isTouched: boolean }> {
  const row = await withReopen(db, () => db.resources.get(path));
  const { fetchedAt = 0, isTouched = false } = row ?? {};
  return { ...(parseStored(ownTaken, row)?.data ?? NONE), fetchedAt, isTouched };
}

/** Asks for the list and stores it; throws `Problem`. */
export async function fetchTaken(db: UserDb, deps: SyncDeps): Promise<void> {
  const asked = await stateBeforeAsking(db, path);
  const fetchedAt = deps.now();
  // Without a tag: the list here may hold rows that the answer with the tag did not.
  const answer = await callIfChanged(ownTaken, { etag: null, expectedUser: db.userId });
  if (answer.notModified) return;
  const { data } = answer;
  await storeUnlessOvertaken(db, { path, asked }, async () => {
    await sendLostAgain(db, { kept: await readKept(db), list: data, now: fetchedAt });
    await dropArrived(db, data);
    await putResource(db, { path, data, etag: null, fetchedAt });
  });
}

/** What was given up may arrive late, once nothing stands against it; the list then shows what was refused (rule 9). */
async function dropArrived(db: UserDb, { rows }: TakenList): Promise<void> {
  const refused = await db.rejected.bulkGet(rows.map(({ id }) => id));
  const arrived = rows.filter((row, at) => {
    const here = refused[at]?.row;
    return here && hasSameContent(here, row);
  });
  await db.rejected.bulkDelete(arrived.map(({ id }) => id));
}

async function readKept(db: UserDb): Promise<TakenList | undefined> {
  return parseStored(ownTaken, await db.resources.get(path))?.data;
}

interface Compared {
  kept: TakenList | undefined;
  list: TakenList;
  now: number;
}

/**
 * Another run of the database may have been put back to an earlier state (rule 38): rows of its gaps that it lacks go back
 * into the outbox under their ids; all others it lacks were deleted. The caller's transaction holds `outbox`, `rejected`
 * and `sync`.
 */
async function sendLostAgain(db: UserDb, { kept, list, now }: Compared): Promise<void> {
  if (!kept || kept.epoch === list.epoch) return;
  const known = new Set([...list.rows.map(({ id }) => id), ...(await unsentIds(db))]);
  // Of somebody forgotten there is nothing to send.
  const isIn = (time: string) => list.gaps?.some(({ from, to }) => time >= from && time <= to);
  const lost = kept.rows.filter(
    ({ id, email, createdAt }) => email !== '' && !known.has(id) && isIn(createdAt),
  );
  if (lost.length > 0) await putEntries(db, toEntries(lost.map(asSent), now));
}

async function unsentIds(db: UserDb): Promise<string[]> {
  const ids = await db.rejected.toCollection().primaryKeys();
  await db.outbox.each(({ rows }) => rows?.forEach((row) => ids.push(row?.id)));
  return ids;
}

function asSent(row: TakenReferral): TakenPushRow {
  const { id, permission, date } = row;
  return { id, ...referralContent(row), permission, date, for: row.for };
}

/**
 * Shows what was just stored, until the list is fetched again; the caller's transaction holds `resources`. `epoch` is the
 * run of the server's database that has it.
 */
export async function showTaken(
  db: UserDb,
  { taken, epoch }: { taken: readonly TakenReferral[]; epoch: string | null | undefined },
): Promise<void> {
  const row: ResourceRow = (await db.resources.get(path)) ?? { path, etag: null, fetchedAt: 0 };
  const kept = parseStored(ownTaken, row)?.data;
  const { rows, total, completed } = kept ?? NONE;
  const known = new Set(rows.map(({ id }) => id));
  const fresh = taken.filter(({ id }) => !known.has(id));
  const data: TakenList = {
    total: total + fresh.length,
    completed,
    rows: [...fresh.toReversed(), ...rows],
    epoch: !kept || kept.epoch === epoch ? epoch : SEVERAL,
  };
  await db.resources.put({ ...row, data, isTouched: true });
}
