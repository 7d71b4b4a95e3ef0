import type { TakenReferral } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { readEntries } from '../../data/find-unsent.ts';
import { customerOf } from '../../data/taken-row.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { isOld } from '../read/stale.ts';
import { readTaken } from '../read/taken-list.ts';

/** One that was taken for somebody else, wherever it is by now. */
export type TakenItem = {
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
export type TakenItems = {
  items: readonly TakenItem[];
  today: number;
  thisMonth: number;
  completed: number;
  total: number;
  /** Epoch milliseconds; 0 if never. */
  fetchedAt: number;
  /** Old, or something was sent since. */
  isDue: boolean;
};

/** A Dexie read, for a live query. Days are those of this device. */
export async function readTakenItems(db: UserDb, now = Date.now()): Promise<TakenItems> {
  const [list, entries, rejected] = await Promise.all([
    readTaken(db),
    withReopen(db, () => readEntries(db, 'onBehalf')),
    withReopen(db, () => db.rejected.toArray()),
  ]);
  const names = new Map(list.rows.map((row) => [row.for, row.customer]));
  const known = new Set(list.rows.map(({ id }) => id));
  const unsent = (row: Unsent, kind: 'waiting' | 'rejected'): TakenItem[] => {
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

function toItem({ id, name, customer, date, status }: TakenReferral): TakenItem {
  return { id, name, customer, date, state: { kind: 'stored', status } };
}
