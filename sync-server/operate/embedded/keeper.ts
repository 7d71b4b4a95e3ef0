import { endProcess } from './end-process.ts';
import { switchTo } from './account.ts';
import { findFullDisk } from './full-disk.ts';
import type { StartOrder, KeeperMessage } from './keeper-orders.ts';
import { stopOrphan } from './orphan.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { supervise } from './supervise.ts';

// The process that starts, restarts and stops the embedded PostgreSQL. Only PostgreSQL's own user may do that, and the
// server must not be that user: whoever got hold of it could read and replace the database's files. It ends with the
// server, however that ends. Everything is loaded before root is given up, since the user may not be able to read it.
process.once('message', (order: StartOrder) => void keep(order));

const tell = (told: KeeperMessage) => process.connected && process.send?.(told);
const tellOf = (kind: 'log' | 'report') => (text: string) => tell({ kind, text });
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function keep(order: StartOrder): Promise<void> {
  // A signal to the whole process group must not stop the database before the server's requests are done.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  try {
    if (order.place.account) switchTo(order.place.account);
    const place = { ...order.place, account: undefined };
    const start = (port?: number) =>
      startPostmaster(place, order.settings, { log: tellOf('log'), ...(port && { port }) });
    const server = await start();
    endWithServer(
      order.restartsMax === undefined ? server.stop : keepRunning(server, start, order),
    );
    tell({ kind: 'ready', port: server.port });
  } catch (error) {
    tell({ kind: 'failed', text: textOf(error) });
    process.disconnect();
  }
}

function keepRunning(
  server: Postmaster,
  start: (port: number) => Promise<Postmaster>,
  { place: { cluster }, restartsMax = 0 }: StartOrder,
): () => Promise<void> {
  return supervise(server, {
    restart: async (port) => {
      await stopOrphan(cluster, tellOf('log'));
      return start(port);
    },
    findHindrance: () => findFullDisk(cluster),
    report: tellOf('report'),
    onLost: (error) => tell({ kind: 'lost', text: error.message }),
    restartsMax,
  });
}

/** Stops the database when told to, or when the server is gone. */
function endWithServer(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    void stop().finally(() => endProcess());
  };
  process.on('message', end);
  process.on('disconnect', end);
  if (!process.connected) end();
}
