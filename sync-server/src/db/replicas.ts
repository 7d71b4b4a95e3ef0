import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { openAsker } from './asker.ts';
import type { Deadlines } from './deadlines.ts';
import type { Replicas } from './query/replica.ts';
import { type ReplicaBounds, WatchedReplica } from './replica.ts';
import { WrittenLog } from './written-log.ts';

/** How long a replica may take to be connected to, and to say how it is; milliseconds. */
export const REPLICA_ANSWER_MS = 1000;
const CHECK_EVERY_MS = 1000;

const WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position`;

interface ReplicasOptions {
  readonly primaryUrl: string;
  readonly replicas: readonly { readonly url: string; readonly em: SqlEntityManager }[];
  readonly deadlines: Deadlines;
  readonly bounds: ReplicaBounds;
  readonly report: (line: string) => void;
}

/** Host and port of a URL, without the password. */
export function nameOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? 'localhost');
}

/**
 * Checks replicas every second, each on a connection of its own, so that a request meets one that hangs for two seconds at
 * most. They answer reads from their first check on. `close` ends the checks.
 */
export function watchReplicas(options: ReplicasOptions): Replicas & { close(): Promise<void> } {
  const { primaryUrl, deadlines, bounds, report } = options;
  const primary = openAsker(primaryUrl, deadlines, REPLICA_ANSWER_MS);
  const askers = [primary];
  const watched = options.replicas.map(({ url, em }) => {
    const asker = openAsker(url, deadlines, REPLICA_ANSWER_MS);
    askers.push(asker);
    return new WatchedReplica({ name: nameOf(url), em, asker, report, bounds });
  });
  const written = new WrittenLog();
  const checkAll = async () => {
    // A primary that does not say is the probe's to report; meanwhile nothing is known of distances.
    const [row] = await primary.ask<{ position: number }>(WRITTEN).catch(() => []);
    if (row) written.note(row.position, performance.now());
    else written.forget();
    await Promise.all(watched.map((replica) => replica.check(written)));
  };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let checking = Promise.resolve();
  const checkOn = () => {
    checking = checkAll().then(() => {
      if (!isClosed) timer = setTimeout(checkOn, CHECK_EVERY_MS).unref();
    });
  };
  checkOn();
  return {
    find() {
      const fit = watched.filter(({ isInUse }) => isInUse);
      return fit[Math.floor(Math.random() * fit.length)];
    },
    figures: () => watched.map(({ figures }) => figures),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await checking;
      await Promise.all(askers.map((asker) => asker.close()));
    },
  };
}
