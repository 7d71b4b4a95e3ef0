import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Readiness, Shared, WorkerMessage, WorkerOrder } from './orders.ts';

/** A worker that has not stopped this long after it was told to is killed; later than it would end itself. Milliseconds. */
const KILL_AFTER_MS = 21_000;
/** One that has ended its work is killed if it is still there this long after: Node can hang at its end. Milliseconds. */
const END_WITHIN_MS = 2000;

export interface StartedWorker {
  readonly pid: number;
  /** Resolves once its port is open, so that strangers reach it; never if it ends before. */
  readonly opened: Promise<unknown>;
  /** Resolves once it serves; rejects, with what it said, if it cannot. */
  readonly ready: Promise<Readiness>;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
  tell(order: WorkerOrder): void;
  onMessage(listen: (told: WorkerMessage) => void): void;
  offMessage(listen: (told: WorkerMessage) => void): void;
  /** Lets it finish its requests; resolves once it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/** Starts a worker, which loads its code anew, and tells it what all share. */
export function startWorker(shared: Shared): StartedWorker {
  const worker = cluster.fork();
  const opened = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<Readiness>();
  const kill = () => void worker.process.kill('SIGKILL');
  const ended = once(worker, 'exit').then(([code, signal]) =>
    signal ? `killed by ${String(signal)}` : `exit code ${String(code)}`,
  );
  worker.once('listening', () => opened.resolve());
  // The last thing it does.
  worker.once('disconnect', () => {
    const impatience = setTimeout(kill, END_WITHIN_MS);
    void ended.then(() => clearTimeout(impatience));
  });
  // Whoever cannot be told has ended, which is seen as such.
  const tell = (order: WorkerOrder) => void (worker.isConnected() && worker.send(order, () => {}));
  worker.on('message', (told: WorkerMessage) => {
    if (told.kind === 'here') tell({ kind: 'start', shared });
    else if (told.kind === 'ready') ready.resolve(told.told);
    else if (told.kind === 'failed') ready.reject(new Error(told.text));
  });
  void ended.then((how) => ready.reject(new Error(`a worker ended before it was ready (${how})`)));
  // Some wait for its end only.
  ready.promise.catch(() => undefined);
  const stop = async () => {
    tell({ kind: 'stop' });
    const impatience = setTimeout(kill, KILL_AFTER_MS);
    await ended;
    clearTimeout(impatience);
  };
  return {
    pid: worker.process.pid ?? 0,
    opened: opened.promise,
    ready: ready.promise,
    ended,
    tell,
    onMessage: (listen) => void worker.on('message', listen),
    offMessage: (listen) => void worker.off('message', listen),
    stop,
    kill,
  };
}
