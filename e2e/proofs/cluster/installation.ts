import { randomBytes } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppProcess, FIRST_ADMIN } from '../../fixtures/app-process.ts';
import { type Database, type DatabasePlan, PASSWORD, startDatabase } from './database.ts';
import { type Front, startFront } from './haproxy.ts';
import { type Pooling, startPooler } from './pooler.ts';
import { ACCOUNT, isAnswered, freePort, type Program, programOf, until } from './program.ts';
import { ask } from './sql.ts';

const SERVER = fileURLToPath(new URL('../../../sync-server/src/main.ts', import.meta.url));
const PROCESSES = 3;

/** A whole cluster, and how it is reached. */
export interface Installation {
  readonly app: AppProcess;
  readonly database: Database;
  readonly front: Front;
  readonly servers: readonly Program[];
  readonly pooler: Program | undefined;
}

export interface InstallationPlan extends DatabasePlan {
  /** PgBouncer between the servers and HAProxy, if at all. */
  readonly pooling: Pooling | undefined;
}

/** Starts everything on loopback. */
export async function startInstallation(plan: InstallationPlan): Promise<Installation> {
  const { folder } = plan;
  const database = await startDatabase(plan);
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  const front = await startFront(folder, database.nodes, ports);
  const urlOf = (user: string, port: number, name: string) =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const postgres = urlOf('postgres', front.primaryPort, 'postgres');
  await ask(postgres, `create role sunloop login password '${PASSWORD}'`);
  await ask(
    postgres,
    `create database sunloop owner sunloop template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  );
  const pooler = plan.pooling && (await startPooler(folder, plan.pooling, front.primaryPort));
  if (pooler) for (const setting of pooler.roleSettings) await ask(postgres, setting);
  const env = {
    DATABASE_URL: urlOf('sunloop', pooler?.port ?? front.primaryPort, 'sunloop'),
    SESSION_KEYS: randomBytes(24).toString('base64url'),
    TRUST_PROXY: '1',
    WEB_CONCURRENCY: '1',
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    ...pooler?.env,
  };
  const servers: Program[] = [];
  for (const port of ports) servers.push(await startServer(folder, port, env));
  const origin = `http://127.0.0.1:${front.webPort}`;
  await until('the proxy leads to a server', () => isAnswered(`${origin}/readyz`));
  const sql = urlOf('postgres', front.primaryPort, 'sunloop');
  return {
    database,
    front,
    servers,
    pooler: pooler?.program,
    app: {
      origin,
      port: front.webPort,
      admin: FIRST_ADMIN,
      sql: (text, params) => ask(sql, text, params),
      async stop() {
        await Promise.all(servers.map((server) => server.stop()));
        await pooler?.program.stop();
        await front.program.stop();
        await database.stop();
      },
    },
  };
}

async function startServer(
  folder: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const name = `server-${port}`;
  const DATA_DIR = path.join(folder, name);
  await mkdir(DATA_DIR);
  if (ACCOUNT) await chown(DATA_DIR, ACCOUNT.uid, ACCOUNT.gid);
  const program = programOf({
    name,
    command: process.execPath,
    args: [SERVER],
    folder,
    env: { ...env, DATA_DIR, PORT: String(port) },
  });
  program.start();
  await until(`${name} is ready`, () => isAnswered(`http://127.0.0.1:${port}/readyz`));
  return program;
}
