import { Dexie, type EntityTable } from 'dexie';
import { makeRows, type BenchRow } from '../rows.ts';

/** The app's own functions that the page gets, as the app's dialog and form call them. */
export interface AppFunctions<Db extends { open(): Promise<unknown>; delete(): Promise<unknown> }> {
  openDb(userId: string): Db;
  enqueue(db: Db, rows: readonly object[]): Promise<unknown>;
  enqueueUpload(db: Db, file: { fileName: string; rows: readonly object[] }): Promise<unknown>;
}

export interface Enqueued {
  readonly enqueueMs: number;
  readonly uploadMs: number;
  readonly bulkAddMs: number;
}

type Marked = BenchRow & { sent: 0 | 1 };

/** Saves the same number of parsed rows in each way, each into a fresh, already open database. */
export async function measureEnqueue<
  Db extends { open(): Promise<unknown>; delete(): Promise<unknown> },
>(app: AppFunctions<Db>, count: number): Promise<Enqueued> {
  const rows = makeRows('bench', count);
  const parsed = rows.map(({ name, email, phone }) => ({ name, email, phone }));
  const enqueueMs = await timeInApp(app, (db) => app.enqueue(db, parsed));
  const file = { fileName: 'people.csv', rows: parsed };
  const uploadMs = await timeInApp(app, (db) => app.enqueueUpload(db, file));
  const db = new Dexie('bulk-add') as Dexie & { rows: EntityTable<Marked, 'id'> };
  db.version(1).stores({ rows: 'id, sent' });
  await db.open();
  const bulkAddMs = await time(() => db.rows.bulkAdd(rows.map((row) => ({ ...row, sent: 0 }))));
  await db.delete();
  return { enqueueMs, uploadMs, bulkAddMs };
}

async function timeInApp<Db extends { open(): Promise<unknown>; delete(): Promise<unknown> }>(
  app: AppFunctions<Db>,
  save: (db: Db) => Promise<unknown>,
): Promise<number> {
  const db = app.openDb(crypto.randomUUID());
  await db.open();
  const elapsedMs = await time(() => save(db));
  await db.delete();
  return elapsedMs;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
