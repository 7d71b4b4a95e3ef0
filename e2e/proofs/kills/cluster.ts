import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { startChosenPostgres } from '../../fixtures/chosen-postgres.ts';
import { startServerProcess } from '../../fixtures/server-process.ts';

const START_TRIES = 100;
const TRY_AGAIN_MS = 100;

/** A PostgreSQL of our own with the server's schema, whose postmaster can be killed and restarted. */
export interface Cluster {
  readonly url: string;
  readonly dataDir: string;
  /** Over a new connection each time, because it may have been killed since the last one. */
  sql<Row extends pg.QueryResultRow>(text: string, params?: unknown[]): Promise<Row[]>;
  /** Kills the postmaster with SIGKILL; its other processes end when they notice. */
  kill(): Promise<void>;
  /** Stops it as an operator does. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Stops it for good and deletes everything. */
  discard(): Promise<void>;
}

/** The real server creates (unless it is POSTGRES_BIN's) and migrates the cluster; from then on we run the postmaster. */
export async function makeCluster(): Promise<Cluster> {
  const dataDir = await makeDataDir();
  const postgres = await startChosenPostgres(dataDir);
  const maker = await startServerProcess({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    ...postgres.env,
  });
  const url = await databaseUrl(dataDir);
  await maker.stop();
  await postgres.stop();
  return runCluster(dataDir, url);
}

/** Runs the postmaster of a server's data folder; `url` is where it was and will be. */
export async function runCluster(dataDir: string, url: string): Promise<Cluster> {
  const place = { folder: path.join(dataDir, 'postgres'), port: new URL(url).port };
  let child = await startPostmaster(place);
  return {
    url,
    dataDir,
    sql: (text, params) => query(url, text, params),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGINT'),
    async start() {
      child = await startPostmaster(place);
    },
    async discard() {
      await end(child, 'SIGINT');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  params?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text, params)).rows;
  } finally {
    await client.end();
  }
}

interface Place {
  readonly folder: string;
  readonly port: string;
}

/**
 * PostgreSQL refuses to start while processes of a killed postmaster still hold its memory; they end by
 * themselves.
 */
async function startPostmaster(place: Place): Promise<ChildProcess> {
  for (let left = START_TRIES; ; left -= 1) {
    const outcome = await tryStart(place);
    if (typeof outcome !== 'string') return outcome;
    if (left <= 1) throw new Error(`PostgreSQL does not start again:\n${outcome}`);
    await wait(TRY_AGAIN_MS);
  }
}

/** The running postmaster, or its output if it ended instead. */
async function tryStart({ folder, port }: Place): Promise<ChildProcess | string> {
  // PostgreSQL records how it was started; a copy of its folder says where the original was. It does not run as root, so
  // its folder's owner runs it.
  const [program = '', ...recorded] = readOptions(
    await readFile(path.join(folder, 'postmaster.opts'), 'utf8'),
  );
  const options = recorded.map((option, at) => {
    if (recorded[at - 1] === '-D') return folder;
    return option.startsWith('port=') ? `port=${port}` : option;
  });
  const { uid, gid } = await stat(folder);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const child = spawn(program, options, {
    ...account,
    stdio: [...stdio],
    cwd: '/',
    env: { LC_ALL: 'C' },
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.on('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const output = child.stderr && createInterface(child.stderr);
    output?.on('line', (line) => {
      lines.push(line);
      // A standby accepts read-only ones.
      if (/ready to accept (read-only )?connections/.test(line)) resolve(child);
    });
    child.once('error', reject);
    child.once('close', () => resolve(lines.join('\n')));
  });
}

/** `/path/of/postgres "-D" "/folder" "-c" "port=5432"`. */
export function readOptions(text: string): string[] {
  const [program = ''] = text.split(' "', 1);
  const options = text.slice(program.length).matchAll(/"([^"]*)"/g);
  return [program, ...[...options].map(([, option = '']) => option)];
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
