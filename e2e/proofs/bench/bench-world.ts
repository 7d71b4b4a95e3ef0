import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { FIRST_ADMIN, type AppProcess } from '../../fixtures/app-process.ts';
import { startServerProcess, type ServerProcess } from '../../fixtures/server-process.ts';
import { makeCluster } from '../kills/cluster.ts';

/** The token for `/metrics`, where the server reports its CPU time. */
export const METRICS_TOKEN = 'bench';

/** The real server on a PostgreSQL in which each contestant has its own database. */
export interface BenchWorld {
  readonly app: AppProcess;
  /** Of the server's process. */
  readonly pid: number;
  /** Starts the server of another checkout on a database of its own. */
  startOther(root: string, url: string): Promise<ServerProcess>;
  /** Creates a database, empty or a copy of the server's, for which the server is stopped and restarted. */
  makeDatabase(name: string, from?: 'copy'): Promise<string>;
  sql(url: string, text: string, params?: unknown[]): Promise<pg.QueryResultRow[]>;
  /** The URL of the server's database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** `profileTo` is a folder for the server's CPU profile. */
export async function makeBenchWorld(profileTo?: string): Promise<BenchWorld> {
  const cluster = await makeCluster();
  const profiling = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileTo}` };
  const startAt = (url: string, root?: string) =>
    startServerProcess(
      {
        DATABASE_URL: url,
        DATA_DIR: cluster.dataDir,
        SESSION_KEYS: keys,
        METRICS_TOKEN,
        NODE_ENV: 'production',
        ...(profileTo !== undefined && profiling),
      },
      root,
    );
  const start = () => startAt(cluster.url);
  const keys = randomBytes(24).toString('base64url');
  let server = await start();
  const app: AppProcess = {
    get origin() {
      return server.origin;
    },
    get port() {
      return server.port;
    },
    admin: FIRST_ADMIN,
    sql: <Row extends pg.QueryResultRow>(text: string, params?: unknown[]) =>
      query(cluster.url, text, params) as Promise<Row[]>,
    stop: () => server.stop(),
  };
  return {
    app,
    get pid() {
      return server.pid;
    },
    startOther: (root, url) => startAt(url, root),
    url: cluster.url,
    sql: query,
    async makeDatabase(name, from) {
      if (from === 'copy') await server.stop();
      const template = new URL(cluster.url).pathname.slice(1);
      const admin = new URL(cluster.url);
      admin.pathname = '/template1';
      const source = from === 'copy' ? ` template ${template}` : '';
      await query(admin.href, `create database ${name}${source}`);
      if (from === 'copy') server = await start();
      const made = new URL(cluster.url);
      made.pathname = `/${name}`;
      return made.href;
    },
    async stop() {
      await server.stop();
      await cluster.discard();
    },
  };
}

/** A new connection each time: the bench asks rarely, and none may be open while a database is copied. */
async function query(url: string, text: string, params?: unknown[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, params)).rows;
  } finally {
    await client.end();
  }
}
