import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { UserDb } from './user-db.ts';

/**
 * The person's referrals are in `referrals`, one record each. What a push of several rows created is in `arrived`
 * first, as one record, because ten thousand records with their indexes would cost a replay more than all the rest. A
 * referral is in only one of the two, so whatever changes or removes some folds first. The functions join a caller's
 * transaction over both tables.
 */

/** Keeps referrals that are new on this device. Safe to repeat, even after some have been folded. */
export async function addArrived(db: UserDb, rows: readonly Referral[]): Promise<void> {
  for (const group of Map.groupBy(rows, (row) => row.createdAt).values()) {
    const [first, second] = group;
    if (!first) continue;
    const { id, createdAt } = first;
    const isFolded = (await db.referrals.get(id)) !== undefined;
    if (second && !isFolded) {
      await db.arrived.put({ id, createdAt, rows: group });
      idsOfArrived(db).set(id, new Set(group.map((row) => row.id)));
    } else {
      await db.arrived.delete(id);
      await db.referrals.bulkPut(group);
    }
  }
}

/** Which of these referrals the device holds, in either table. */
export async function readKnownIds(db: UserDb, ids: readonly string[]): Promise<Set<string>> {
  const stored = (await db.referrals.count()) > 0 ? await db.referrals.bulkGet([...ids]) : [];
  const known = new Set(stored.flatMap((row) => row?.id ?? []));
  const records = [...(await readArrivedIds(db)).values()];
  for (const id of ids) if (records.some((record) => record.has(id))) known.add(id);
  return known;
}

/** Those of these ids that the device holds, in no order and without folding any. */
export async function findOwnReferrals(db: UserDb, ids: readonly string[]): Promise<Referral[]> {
  const wanted = new Set(ids);
  const here = new Set(await db.referrals.toCollection().primaryKeys());
  const stored = await db.referrals.bulkGet(ids.filter((id) => here.has(id)));
  const records = [...(await readArrivedIds(db))];
  const holding = records.filter(([, known]) => ids.some((id) => known.has(id)));
  const arrived = await db.arrived.bulkGet(holding.map(([key]) => key));
  const rows = arrived.flatMap((record) => record?.rows ?? []);
  return [...stored, ...rows.filter(({ id }) => wanted.has(id))].flatMap((row) => row ?? []);
}

/** The ids of all of them, in no order. */
export async function readOwnIds(db: UserDb): Promise<string[]> {
  const stored = await db.referrals.toCollection().primaryKeys();
  const records = await readArrivedIds(db);
  const arrived = [...records.values()].flatMap((ids) => [...ids]);
  // Those of a record of which some rows were folded are in both.
  return [...new Set([...stored, ...arrived])];
}

/** The ids in each record of `arrived`, by its key. */
async function readArrivedIds(db: UserDb): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const records = await db.arrived.toCollection().primaryKeys();
  const read = idsOfArrived(db);
  const unread = await db.arrived.bulkGet(records.filter((id) => !read.has(id)));
  for (const record of unread) {
    if (record) read.set(record.id, new Set(record.rows.map(({ id }) => id)));
  }
  return new Map(records.map((key) => [key, read.get(key) ?? new Set()]));
}

/**
 * Ids in each record that was read or written here. A replay asks again and again, and reading all rows each time would
 * take longer the more have arrived. Ids of folded rows stay, which does no harm, because those are known.
 */
const idsRead = new WeakMap<UserDb, Map<string, ReadonlySet<string>>>();

function idsOfArrived(db: UserDb): Map<string, ReadonlySet<string>> {
  const known = idsRead.get(db);
  if (known) return known;
  const made = new Map<string, ReadonlySet<string>>();
  idsRead.set(db, made);
  return made;
}

/** All of them, in no order. */
export async function readOwnReferrals(db: UserDb): Promise<Referral[]> {
  const [stored, arrived] = await Promise.all([db.referrals.toArray(), db.arrived.toArray()]);
  return [...stored, ...arrived.flatMap(({ rows }) => rows)];
}

export async function getOwnReferral(db: UserDb, id: string): Promise<Referral | undefined> {
  const stored = await db.referrals.get(id);
  if (stored) return stored;
  const arrived = await db.arrived.toArray();
  return arrived.flatMap(({ rows }) => rows).find((row) => row.id === id);
}

/**
 * How many there are and how many of them are completed, from indexes; nothing that has just arrived is completed.
 */
export async function countOwnReferrals(db: UserDb): Promise<{ total: number; completed: number }> {
  const [stored, completed, sizes] = await Promise.all([
    db.referrals.count(),
    db.referrals.where('status').equals('completed').count(),
    db.arrived.orderBy('rows.length').keys(),
  ]);
  return { total: sizes.reduce<number>((sum, size) => sum + Number(size), stored), completed };
}

/** At least the newest `limit` of them by `createdAt`, in no order. */
export async function readNewestOwn(db: UserDb, limit: number): Promise<Referral[]> {
  const [stored, last] = await Promise.all([
    // oxlint-disable-next-line unicorn/no-array-reverse -- a query of the database, no array
    db.referrals.orderBy('createdAt').reverse().limit(limit).toArray(),
    // All of one record are of one moment.
    // oxlint-disable-next-line unicorn/no-array-reverse -- a query of the database, no array
    db.arrived.orderBy('createdAt').reverse().limit(limit).toArray(),
  ]);
  return [...stored, ...last.flatMap(({ rows }) => rows)];
}

/** Moves up to `most` of the arrived referrals into `referrals`; returns whether any are left. */
export async function foldArrived(db: UserDb, most = Number.POSITIVE_INFINITY): Promise<boolean> {
  let left = most;
  while (left > 0) {
    const record = await db.arrived.toCollection().first();
    if (!record) return false;
    const { id, rows } = record;
    await db.referrals.bulkPut(rows.slice(0, left));
    if (rows.length > left) await db.arrived.put({ ...record, rows: rows.slice(left) });
    else await db.arrived.delete(id);
    left -= rows.length;
  }
  return true;
}
