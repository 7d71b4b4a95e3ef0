import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { program } from './binaries.ts';
import type { Place } from './place.ts';

const stopTimeoutMs = 10_000;
const portTries = 5;
// A standby accepts read-only ones.
const readyLine = /database system is ready to accept (read-only )?connections/;
const portTakenLine = /could not bind|could not create any TCP\/IP sockets/;

export interface Postmaster {
  readonly port: number;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server on a free port of the loopback interface, or on the given one; resolves when it accepts
 * connections.
 */
export async function startPostmaster(
  place: Place,
  settings: readonly string[],
  { log, port: given }: { log: (line: string) => void; port?: number },
): Promise<Postmaster> {
  for (let left = given === undefined ? portTries : 1; ; left -= 1) {
    const port = given ?? (await findFreePort());
    // A process group of its own: Ctrl-C in a terminal must not stop the database before requests are done.
    const child = spawn(program(place.binaries, 'postgres'), serverOptions(place, port, settings), {
      ...place.account,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const failure = await untilReady(child, log);
    if (failure === undefined) return watch(child, port);
    // Another program may have taken the port since we looked.
    if (left <= 1 || !portTakenLine.test(failure)) {
      throw new Error(`The embedded PostgreSQL did not start:\n${failure}`);
    }
  }
}

function serverOptions(place: Place, port: number, settings: readonly string[]): string[] {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    // Statements and error details contain personal data.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    ...settings,
  ];
  return ['-D', place.cluster, ...all.flatMap((setting) => ['-c', setting])];
}

/** Resolves with undefined once it is ready, or with its output if it ended instead. */
function untilReady(child: ChildProcess, log: (line: string) => void) {
  return new Promise<string | undefined>((resolve) => {
    const lines: string[] = [];
    let isReady = false;
    const output = child.stderr && createInterface(child.stderr);
    output?.on('line', (line) => {
      if (isReady) return log(line);
      lines.push(line);
      if (!readyLine.test(line)) return;
      isReady = true;
      resolve(undefined);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(lines.join('\n')));
  });
}

/** Ties the server's life to ours; stopping it twice is harmless. */
function watch(child: ChildProcess, port: number): Postmaster {
  const stopNow = () => child.kill('SIGINT');
  process.on('exit', stopNow);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = exited.then(([code, signal]) => {
    process.off('exit', stopNow);
    return signal ? `killed by ${signal}` : `exit code ${code}`;
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGINT');
    const impatience = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
    await ended;
    clearTimeout(impatience);
  };
  return { port, ended, stop };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
