import { randomBytes } from 'node:crypto';
import { FIRST_ADMIN, type AppProcess } from '../../fixtures/app-process.ts';
import { type ServerProcess, startServerProcess } from '../../fixtures/server-process.ts';
import { openFaultProxy, type FaultProxy } from '../faults/proxy.ts';
import { makeCluster, type Cluster } from './cluster.ts';

/** Real servers with their own database, behind a proxy, each of which can be killed. */
export interface KillWorld {
  readonly proxy: FaultProxy;
  readonly cluster: Cluster;
  /** For the fixtures that make people; uses the first server. */
  readonly app: AppProcess;
  /** Makes this many servers run and take turns. */
  runServers(count: number): Promise<void>;
  /** Kills the server that has run longest; the others go on. */
  killServer(): Promise<void>;
  stop(): Promise<void>;
}

export async function makeKillWorld(): Promise<KillWorld> {
  const cluster = await makeCluster();
  const proxy = await openFaultProxy();
  const env = {
    DATABASE_URL: cluster.url,
    DATA_DIR: cluster.dataDir,
    SESSION_KEYS: randomBytes(24).toString('base64url'),
    TRUST_PROXY: '1',
  };
  let servers: ServerProcess[] = [];
  const tell = () => proxy.setServers(servers.map(({ port }) => port));
  return {
    proxy,
    cluster,
    app: {
      origin: proxy.origin,
      port: Number(new URL(proxy.origin).port),
      admin: FIRST_ADMIN,
      sql: (text, params) => cluster.sql(text, params),
      stop: () => Promise.resolve(),
    },
    async runServers(count) {
      while (servers.length < count) servers.push(await startServerProcess(env));
      const surplus = servers.splice(count);
      tell();
      await Promise.all(surplus.map((server) => server.stop()));
    },
    async killServer() {
      // The proxy goes on using its port, like a balancer that does not know yet.
      const killed = servers.shift();
      await killed?.kill();
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await proxy.close();
      await cluster.discard();
    },
  };
}
