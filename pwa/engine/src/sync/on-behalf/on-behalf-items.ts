import type { OnBehalfReferral } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { readEntries } from '../../data/find-unsent.ts';
import { customerOf } from '../../data/on-behalf-row.ts';
import { followDaily } from '../../data/follow-daily.ts';
import { followLive } from '../../data/follow-live.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { Follow } from '../../lib/follow.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { isOld } from '../read/stale.ts';
import { readOnBehalf } from '../read/on-behalf-list.ts';

/** One that was taken for somebody else, wherever it is by now. */
export type OnBehalfItem = {
  id: string;
  name: string;
  /** The customer's name, or their code while our server has not said whose it is. */
  customer: string;
  /** When it was taken; ISO 8601. */
  date: string;
  /** Its status, or that it waits or was refused. */
  state: { kind: 'stored'; status: string } | { kind: 'waiting' | 'rejected' };
};

/** What a person took for others: what needs them, what waits, what our server has, and the figures of all of it. */
export type OnBehalfItems = {
  items: readonly OnBehalfItem[];
  today: number;
  thisMonth: number;
  completed: number;
  total: number;
  /** Epoch milliseconds; 0 if never. */
  fetchedAt: number;
  /** Old, or something was sent since. */
  isDue: boolean;
};

/** All of it, live. */
export const followOnBehalfItems = (db: UserDb): Follow<OnBehalfItems> =>
  followDaily(followLive(db, () => readOnBehalfItems(db)));

/** A Dexie read. Days are those of this device. */
export async function readOnBehalfItems(db: UserDb, now = Date.now()): Promise<OnBehalfItems> {
  const [list, entries, rejected] = await Promise.all([
    readOnBehalf(db),
    withReopen(db, () => readEntries(db, 'onBehalf')),
    withReopen(db, () => db.rejected.toArray()),
  ]);
  const names = new Map(list.rows.map((row) => [row.for, row.customer]));
  const known = new Set(list.rows.map(({ id }) => id));
  const unsent = (row: Unsent, kind: 'waiting' | 'rejected'): OnBehalfItem[] => {
    const code = customerOf(row);
    if (!row || code === undefined || known.has(row.id)) return [];
    const { id, name, date } = row;
    const at = date ?? new Date(now).toISOString();
    return [{ id, name, customer: names.get(code) ?? code, date: at, state: { kind } }];
  };
  const waiting = entries.flatMap(({ rows }) => rows.flatMap((row) => unsent(row, 'waiting')));
  const refused = rejected.flatMap(({ row }) => unsent(row, 'rejected'));
  const items = [...refused, ...waiting.toReversed(), ...list.rows.map(toItem)];
  const since = (from: number) => items.filter(({ date }) => Date.parse(date) >= from).length;
  const day = new Date(now);
  return {
    items,
    today: since(startOfDay(now)),
    thisMonth: since(new Date(day.getFullYear(), day.getMonth(), 1).getTime()),
    completed: list.completed,
    total: list.total + waiting.length + refused.length,
    fetchedAt: list.fetchedAt,
    isDue: list.isTouched || isOld(list.fetchedAt, now),
  };
}

type Unsent = { id: string; name: string; date?: string | null | undefined } | null;

function toItem({ id, name, customer, date, status }: OnBehalfReferral): OnBehalfItem {
  return { id, name, customer, date, state: { kind: 'stored', status } };
}
