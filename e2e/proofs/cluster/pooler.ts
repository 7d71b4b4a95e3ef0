import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PASSWORD } from './database.ts';
import { freePort, type Program, programOf } from './program.ts';

export const POOLINGS = ['session', 'transaction'] as const;
export type Pooling = (typeof POOLINGS)[number];

interface Pooler {
  readonly program: Program;
  readonly port: number;
  /** What a server behind it is told. */
  readonly env: Readonly<Record<string, string>>;
  /** The limits that cannot be given through it, set on the role. */
  readonly roleSettings: readonly string[];
}

/** Starts PgBouncer in front of the leader, with settings as docs/run/operations.md names them. */
export async function startPooler(
  folder: string,
  pooling: Pooling,
  primaryPort: number,
): Promise<Pooler> {
  const port = await freePort();
  const users = path.join(folder, 'pgbouncer-users.txt');
  await writeFile(users, `"sunloop" "${PASSWORD}"\n`);
  const file = path.join(folder, 'pgbouncer.ini');
  const text = `
[databases]
sunloop = host=127.0.0.1 port=${primaryPort} dbname=sunloop
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${pooling}
default_pool_size = 60
server_login_retry = 1
server_connect_timeout = 4
query_wait_timeout = 4
`;
  await writeFile(file, text);
  const program = programOf({ name: 'pgbouncer', command: 'pgbouncer', args: [file], folder });
  program.start();
  const env = {
    DATABASE_STATEMENT_TIMEOUT_MS: '0',
    DATABASE_LOCK_TIMEOUT_MS: '0',
    DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '0',
    DATABASE_CALLER_CHECK_MS: '0',
    ...(pooling === 'transaction' && { DATABASE_PREPARED: 'false' }),
  };
  const settings = {
    statement_timeout: '10s',
    lock_timeout: '4s',
    idle_in_transaction_session_timeout: '10s',
    client_connection_check_interval: '1s',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
  };
  const roleSettings = Object.entries(settings).map(
    ([name, value]) => `alter role sunloop set ${name} = '${value}'`,
  );
  return { program, port, env, roleSettings };
}
