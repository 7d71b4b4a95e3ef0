import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { followDaily } from '../../data/follow-daily.ts';
import { followRead } from '../../data/follow-read.ts';
import type { Follow } from '../../lib/follow.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { listRows, type ListRow } from './list-rows.ts';

/** The people added on one day, by the device's clock and time zone. */
export interface AddedDay {
  /** The beginning of the day; epoch milliseconds. */
  day: number;
  /** Newest first. */
  rows: ListRow[];
}

/** Where it is kept. There may be ten thousand from one day, too many to read again with each write. */
const ADDED_IN = ['referrals', 'arrived', 'outbox', 'rejected'] as const;

/** How many were added today, live. */
export function followToday(db: UserDb): Follow<number> {
  const read = async () => (await readAdded(db, startOfDay(Date.now()))).length;
  return followDaily(followRead(db, ADDED_IN, read));
}

/** Whom the person added on the last `days` days, live. */
export function followAdded(db: UserDb, days: number): Follow<AddedDay[]> {
  const read = async () => daysOf(await readAdded(db, startOfDay(Date.now(), days - 1)));
  return followDaily(followRead(db, ADDED_IN, read));
}

/** How many rows of the person's list were added from a moment on. */
export function countAdded(rows: readonly ListRow[], since: number): number {
  const from = new Date(since).toISOString();
  // Reading 30,000 times takes a phone 50 ms; only what another app wrote into a file has another zone.
  const isAdded = (date: string) =>
    date.length === from.length && date.endsWith('Z') ? date >= from : Date.parse(date) >= since;
  return rows.reduce((count, { date }) => count + Number(isAdded(date)), 0);
}

/** What was added from a moment on, newest first, wherever its row lives: refused, waiting or at the office. */
export async function readAdded(db: UserDb, since: number): Promise<ListRow[]> {
  // The office received it after it was added, if the clocks agree to within a day.
  const received = new Date(since - DAY_MS).toISOString();
  const [stored, entries, rejected] = await withReopen(db, () =>
    Promise.all([readOwnSince(db, received), db.outbox.toArray(), db.rejected.toArray()]),
  );
  return listRows({ stored, entries, rejected })
    .filter(({ date }) => Date.parse(date) >= since)
    .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
}

/** What the office received from a moment on (ISO 8601), in no order. */
async function readOwnSince(db: UserDb, received: string): Promise<Referral[]> {
  const [stored, arrived] = await Promise.all([
    db.referrals.where('createdAt').aboveOrEqual(received).toArray(),
    db.arrived.where('createdAt').aboveOrEqual(received).toArray(),
  ]);
  return [...stored, ...arrived.flatMap(({ rows }) => rows)];
}

/** By day, the latest first. */
export function daysOf(rows: readonly ListRow[]): AddedDay[] {
  const days = Map.groupBy(rows, ({ date }) => startOfDay(Date.parse(date)));
  return [...days].map(([day, added]) => ({ day, rows: added }));
}
