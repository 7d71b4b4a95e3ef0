import cluster from 'node:cluster';
import { readEnv } from '../env/env.ts';
import { endProcess } from '../embedded/end-process.ts';
import { END_AFTER_MS, endNow, reportFailure } from '../start/run.ts';
import { startServer, type RunningServer } from '../start/server-process.ts';
import { figuresOfAll } from './figures-of-all.ts';
import { tell, type Readiness, type Shared, type WorkerOrder } from './orders.ts';

/**
 * Serves as one of several workers until the supervisor says that it is over, or is gone. A signal to the whole group
 * comes together with that order, so here a second one does not mean that somebody is impatient.
 */
export async function runWorker(): Promise<void> {
  const stopping = Promise.withResolvers<void>();
  const started = Promise.withResolvers<Shared>();
  process.on('message', (order: WorkerOrder) => {
    if (order.kind === 'stop') stopping.resolve();
    else if (order.kind === 'start') started.resolve(order.shared);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.resolve());
  // The supervisor decides what it means.
  process.on('SIGHUP', () => {});
  tell({ kind: 'here' });
  const server = await startWith(await started.promise);
  void server.lost.then((error) => {
    reportFailure(error);
    stopping.resolve();
  });
  await stopping.promise;
  setTimeout(endNow, END_AFTER_MS).unref();
  await server.stop().catch(reportFailure);
  // The supervisor deals out again what it had given to this one meanwhile.
  process.once('disconnect', () => endProcess());
  cluster.worker?.disconnect();
}

/** If it does not start, the process ends, and the supervisor says why. */
async function startWith({ sessionKeys, embedded }: Shared): Promise<RunningServer> {
  try {
    const env = { ...readEnv(), sessionKeys: [...sessionKeys] };
    // Later workers are started as the user this one goes on as.
    const files = [process.execPath];
    const server = await startServer(env, { embedded, files, figures: figuresOfAll() });
    tell({ kind: 'ready', told: await readinessOf(server) });
    const { watchInstallation } = await import('../doctor/watch.ts');
    return watchInstallation(env, server);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return new Promise<never>(() => tell({ kind: 'failed', text }, () => process.exit(1)));
  }
}

async function readinessOf(server: RunningServer): Promise<Readiness> {
  const { origin, firstAdmin } = server;
  const rights = await server.giveUpRoot();
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  const user = uid === undefined || gid === undefined ? undefined : { uid, gid };
  return { origin, firstAdmin, rights, user };
}
