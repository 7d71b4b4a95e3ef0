import { randomUUID } from 'node:crypto';
import { inject, vi } from 'vitest';
import type { Orm } from '../db/orm.ts';
import { openOrm } from '../../operate/start/open-orm.ts';
import { createDatabase, databaseUrl, dropDatabases } from './cluster.ts';

export interface TestDatabase {
  orm: Orm;
  /** For a second process on the same database. */
  url: string;
  /** Closes the ORM and drops the database. */
  drop: () => Promise<void>;
}

/**
 * A new database with schema and reference data, ready in a quarter of a second: one for each test file in
 * `beforeAll`, or for each test that counts rows. `afterAll(() => database.drop())` ends it; what a crashed
 * test leaves is removed after the run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: cluster, template } = inject('database');
  const name = `${template}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  // Copied as files it takes half the work it takes through the log.
  await createDatabase(cluster, name, template, 'strategy file_copy');
  const url = databaseUrl(cluster, name);
  const orm = await openOrm({ url });
  const drop = async () => {
    await orm.close(true);
    await dropDatabases(cluster, name);
  };
  return { orm, url, drop };
}

/**
 * Resolves when everything now being written anywhere in the cluster, by other tests too, has ended: a cursor
 * made after that is past everything stored, so the next pull repeats none of it. The longest of those writes
 * fills a database at full size, which may take most of a minute.
 */
export async function waitForWriters({ orm }: Pick<TestDatabase, 'orm'>): Promise<void> {
  const em = orm.em.fork();
  const [now] = await em.execute<{ xid: string }[]>('select pg_current_xact_id()::text as xid');
  const isOver = async () => {
    const [row] = await em.execute<{ isOver: boolean }[]>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > ?::xid8 as "isOver"',
      [now?.xid],
    );
    return row?.isOver;
  };
  await vi.waitUntil(isOver, { timeout: 90_000, interval: 5 });
}
