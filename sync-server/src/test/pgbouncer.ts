import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const PROGRAM = '/usr/sbin/pgbouncer';
const START_TRIES = 200;
const TRY_AGAIN_MS = 50;

/** Why tests that need it are skipped; undefined if PgBouncer is installed. */
export function noPgbouncer(): string | undefined {
  const isThere = spawnSync(PROGRAM, ['--version']).status === 0;
  return isThere ? undefined : 'pgbouncer is not on this machine';
}

export interface Pgbouncer {
  /** The same database behind it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of a database; `settings` are lines of its file. */
export async function startPgbouncer(
  url: string,
  mode: 'session' | 'transaction' | 'statement',
  settings: readonly string[] = [],
): Promise<Pgbouncer> {
  const { hostname, port: databasePort, username, password } = new URL(url);
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-pgbouncer-'));
  const port = await findFreePort();
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${databasePort} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    ...settings,
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  // It does not run as root, and reads its file again as whoever it becomes.
  await chmod(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, ['-q', ...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const own = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) });
  await untilOpen(own.href, () => said);
  return {
    url: own.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      // Clients that are still there do not keep it.
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilOpen(url: string, said: () => string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    const fault = await client.connect().then(
      () => client.end(),
      (error: unknown) => error,
    );
    if (fault === undefined) return;
    if (tries === START_TRIES)
      throw new Error(`PgBouncer did not start: ${said()}`, { cause: fault });
    await wait(TRY_AGAIN_MS);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
