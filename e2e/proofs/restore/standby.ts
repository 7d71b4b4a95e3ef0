import { randomBytes } from 'node:crypto';
import { appendFile, chown, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { findFreePort } from '../../fixtures/free-port.ts';
import { copyFolder, type WayBack } from '../../fixtures/put-back.ts';
import { startServerProcess } from '../../fixtures/server-process.ts';
import { makeCluster, runCluster, type Cluster } from '../kills/cluster.ts';

const LOOK_AGAIN_MS = 50;

/** The server's database dies, and a standby that lacks the end of what was written takes its place. */
export const BY_STANDBY: WayBack = {
  way: 'a standby that lost its tail',
  endsSessions: false,
  async start() {
    const primary = await makeCluster();
    const standby = await makeStandby(primary);
    const SESSION_KEYS = randomBytes(24).toString('base64url');
    let database = primary;
    const startServer = (port?: number) =>
      startServerProcess({
        DATABASE_URL: database.url,
        DATA_DIR: primary.dataDir,
        SESSION_KEYS,
        ...(port !== undefined && { PORT: String(port) }),
      });
    let server = await startServer();
    const { origin, port } = server;
    return {
      origin,
      port,
      admin: FIRST_ADMIN,
      sql: (text, params) => database.sql(text, params),
      keep: () => cut(primary, standby),
      async putBack() {
        await primary.kill();
        await server.stop();
        await standby.sql('select pg_promote()');
        database = standby;
        server = await startServer(port);
      },
      async stop() {
        await server.stop();
        await Promise.all([primary.discard(), standby.discard()]);
      },
    };
  },
};

/** A copy of a cluster that follows it (streaming replication). */
async function makeStandby(primary: Cluster): Promise<Cluster> {
  const dataDir = await makeDataDir();
  const folder = path.join(dataDir, 'postgres');
  await primary.stop();
  await copyFolder(path.join(primary.dataDir, 'postgres'), folder);
  await primary.start();
  const { username, password, port } = new URL(primary.url);
  const place = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  const settings = path.join(folder, 'postgresql.auto.conf');
  await appendFile(settings, `primary_conninfo = '${place}'\n`);
  const signal = path.join(folder, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(settings);
  await chown(signal, uid, gid);
  const url = Object.assign(new URL(primary.url), { port: String(await findFreePort()) });
  return runCluster(dataDir, url.href);
}

/** From now on the standby receives nothing; it has all that was committed before. */
async function cut(primary: Cluster, standby: Cluster): Promise<void> {
  const [here] = await primary.sql<{ at: string }>('select pg_current_wal_lsn()::text as at');
  await until(standby, `select pg_last_wal_replay_lsn() >= '${here?.at}' as is`);
  await standby.sql(`alter system set primary_conninfo = ''`);
  await standby.sql('select pg_reload_conf()');
  await until(standby, 'select not exists (select from pg_stat_wal_receiver) as is');
}

async function until(cluster: Cluster, sql: string): Promise<void> {
  while (!(await cluster.sql<{ is: boolean }>(sql))[0]?.is) await wait(LOOK_AGAIN_MS);
}
