import { execFile } from 'node:child_process';
import { appendFile, chown, copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../operate/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import type { Orm } from '../db/orm.ts';
import { writeReferenceData } from '../../operate/install/reference-data.ts';
import { openOrm } from '../../operate/start/open-orm.ts';
import { makeClusterFolder } from './cluster-folders.ts';
import type { TestDatabase } from './database.ts';

const run = promisify(execFile);

/** A PostgreSQL with schema and reference data, and another one that follows it (streaming replication). */
export interface StandbyPair {
  readonly primary: TestDatabase;
  readonly standby: TestDatabase;
  /** From now on the standby receives nothing; it has all that was committed before. */
  cut(): Promise<void>;
  /** Makes the standby a primary beside the other. */
  promote(): Promise<void>;
  /** Kills the primary and makes the standby a primary. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export async function startStandbyPair(): Promise<StandbyPair> {
  const folders = [await makeClusterFolder(), await makeClusterFolder()] as const;
  const [ofPrimary, ofStandby] = folders;
  await start(ofPrimary, async (orm) => {
    await migrate(orm);
    await writeReferenceData(orm);
  }).then(({ drop }) => drop());
  await copyCluster(ofPrimary, ofStandby);
  const primary = await start(ofPrimary);
  await follow(ofStandby, primary.url);
  const standby = await start(ofStandby);
  return {
    primary,
    standby,
    async cut() {
      const [here] = await ask(primary, 'select pg_current_wal_lsn()::text as is');
      const hasAll = `select pg_last_wal_replay_lsn() >= '${String(here?.is)}' as is`;
      await until(standby, hasAll);
      await ask(standby, `alter system set primary_conninfo = ''`);
      await ask(standby, 'select pg_reload_conf() as is');
      await until(standby, 'select not exists (select from pg_stat_wal_receiver) as is');
    },
    async promote() {
      await ask(standby, 'select pg_promote() as is');
    },
    async failOver() {
      process.kill(await postmasterPid(ofPrimary), 'SIGKILL');
      await ask(standby, 'select pg_promote() as is');
    },
    async close() {
      await Promise.all([primary.drop(), standby.drop()]);
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

async function start(
  dataDir: string,
  fill: (orm: Orm) => Promise<void> = async () => {},
): Promise<TestDatabase> {
  const { url, stop }: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const orm = await openOrm({ url });
  await fill(orm);
  const drop = async () => {
    await orm.close(true);
    await stop();
  };
  return { orm, url, drop };
}

/** With its owner, because the database is another user's if the tests run as root. */
async function copyCluster(from: string, to: string): Promise<void> {
  await run('cp', ['-a', path.join(from, 'postgres'), path.join(to, 'postgres')]);
  await copyFile(path.join(from, 'postgres-password'), path.join(to, 'postgres-password'));
}

/** Makes a stopped copy of a cluster follow the one that runs at this URL. */
async function follow(dataDir: string, url: string): Promise<void> {
  const settings = path.join(dataDir, 'postgres', 'postgresql.auto.conf');
  const signal = path.join(dataDir, 'postgres', 'standby.signal');
  const { username, password, port } = new URL(url);
  const place = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(settings, `primary_conninfo = '${place}'\n`);
  await writeFile(signal, '');
  const { uid, gid } = await stat(settings);
  await chown(signal, uid, gid);
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Asks on a connection of its own: those of the server refuse a standby. */
export async function ask({ url }: TestDatabase, sql: string): Promise<{ is: string | boolean }[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<{ is: string | boolean }>(sql)).rows;
  } finally {
    await client.end();
  }
}

const until = (database: TestDatabase, sql: string) =>
  vi.waitUntil(async () => (await ask(database, sql))[0]?.is === true, {
    timeout: 60_000,
    interval: 20,
  });
