import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { appendFile, chown, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { findFreePort } from '../../fixtures/free-port.ts';
import { copyFolder, type RestorableApp, type WayBack } from '../../fixtures/put-back.ts';
import { startServerProcess } from '../../fixtures/server-process.ts';
import { makeCluster, runCluster, type Cluster } from '../kills/cluster.ts';

const LOOK_AGAIN_MS = 50;

/** The server's database dies, and a standby that lacks the end of what was written takes its place. */
export const BY_STANDBY: WayBack = {
  way: 'a standby that lost its tail',
  endsSessions: false,
  start: () =>
    startOnPair(({ primary, standby, lead }) => ({
      keep: () => cut(primary, standby),
      async putBack() {
        await primary.kill();
        await promote(standby);
        lead(standby);
      },
    })),
};

/** A standby takes over while its primary lives on, and then the old primary, which was never stopped, leads again. */
export const BY_OLD_PRIMARY: WayBack = {
  way: 'an old primary that leads again after a failover',
  endsSessions: false,
  start: () =>
    startOnPair(({ primary, standby, lead }) => ({
      async keep() {
        await cut(primary, standby);
        await promote(standby);
        lead(standby);
      },
      async putBack() {
        lead(primary);
      },
    })),
};

interface Pair {
  readonly primary: Cluster;
  readonly standby: Cluster;
  /** Makes this one the server's database; what the other was asked for is lost. */
  readonly lead: (to: Cluster) => void;
}

/** A server that runs on beneath which its database changes, as behind a line that always leads to the primary. */
async function startOnPair(
  wayOf: (pair: Pair) => Pick<RestorableApp, 'keep' | 'putBack'>,
): Promise<RestorableApp> {
  const primary = await makeCluster();
  const standby = await makeStandby(primary);
  let leader = primary;
  const line = await openLine(() => portOf(leader));
  const lead = (to: Cluster) => {
    leader = to;
    line.drop();
  };
  const server = await startServerProcess({
    DATABASE_URL: Object.assign(new URL(primary.url), { port: line.port }).href,
    DATA_DIR: primary.dataDir,
  });
  const way = wayOf({ primary, standby, lead });
  const isReady = async () => (await fetch(`${server.origin}/readyz`)).ok;
  return {
    origin: server.origin,
    port: server.port,
    admin: FIRST_ADMIN,
    sql: (text, params) => leader.sql(text, params),
    keep: () => way.keep().then(() => until(isReady)),
    putBack: () => way.putBack().then(() => until(isReady)),
    async stop() {
      await server.stop();
      await line.close();
      await Promise.all([primary.discard(), standby.discard()]);
    },
  };
}

const portOf = ({ url }: Cluster) => Number(new URL(url).port);

/** Leads each connection to where `to` says; what stands in front of a database in a cluster does so. */
async function openLine(to: () => number) {
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const database = connect(to(), '127.0.0.1');
    for (const [one, other] of [
      [caller, database],
      [database, caller],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on('error', () => one.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => open.forEach((socket) => socket.destroy());
  return {
    port: String((server.address() as AddressInfo).port),
    drop,
    async close() {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
}

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
  await untilSo(standby, `select pg_last_wal_replay_lsn() >= '${here?.at}' as is`);
  await standby.sql(`alter system set primary_conninfo = ''`);
  await standby.sql('select pg_reload_conf()');
  await untilSo(standby, 'select not exists (select from pg_stat_wal_receiver) as is');
}

async function promote(standby: Cluster): Promise<void> {
  await standby.sql('select pg_promote()');
}

const untilSo = (cluster: Cluster, sql: string) =>
  until(async () => (await cluster.sql<{ is: boolean }>(sql))[0]?.is === true);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(LOOK_AGAIN_MS);
}
