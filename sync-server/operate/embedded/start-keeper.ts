import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StartOrder, KeeperMessage } from './keeper-orders.ts';

const SCRIPT = fileURLToPath(new URL('keeper.ts', import.meta.url));

export interface KeeperWatcher {
  /** Called with the database's own log lines. */
  readonly log: (line: string) => void;
  /** Called with what the operator must know. */
  readonly report: (line: string) => void;
  /** Called once if the database ended and cannot be started again. */
  readonly onLost: (error: Error) => void;
}

export interface Keeper {
  readonly port: number;
  /** Resolves once the database has stopped. */
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL under a keeper; resolves when it accepts connections, and rejects if it does not start. */
export async function startWithKeeper(order: StartOrder, watcher: KeeperWatcher): Promise<Keeper> {
  const keeper = fork(SCRIPT, {
    cwd: '/',
    detached: true,
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(keeper, 'exit');
  const started = Promise.withResolvers<number>();
  keeper.on('message', (told: KeeperMessage) => {
    if (told.kind === 'ready') started.resolve(told.port);
    else if (told.kind === 'failed') started.reject(new Error(told.text));
    else if (told.kind === 'lost') watcher.onLost(new Error(told.text));
    else watcher[told.kind](told.text);
  });
  let isStopping = false;
  void ended.then(([code, signal]) => {
    const lost = new Error(`The keeper of PostgreSQL ended (${signal ?? `exit code ${code}`})`);
    started.reject(lost);
    if (!isStopping) watcher.onLost(lost);
  });
  keeper.send(order);
  const stop = async () => {
    isStopping = true;
    if (keeper.connected) keeper.send('stop');
    await ended;
  };
  try {
    return { port: await started.promise, stop };
  } catch (error) {
    isStopping = true;
    await ended;
    throw error;
  }
}
