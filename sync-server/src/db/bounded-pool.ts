import type { Pool, PoolClient } from 'pg';
import { KeyedQueue } from './query/keyed-queue.ts';
import { currentScope, destroyConnection, failConnection } from './query-scope.ts';

/**
 * Thrown when the queue for a connection is full or too slow; has a PostgreSQL error code, which survives the ORM's
 * wrapping.
 */
class PoolFull extends Error {
  readonly code = '53300';
}

/** What only a cancelled wait says it was: `routine` names the place in PostgreSQL, whatever its language. */
const CANCELLED_WAIT = 'SyncRepWaitForLSN';

/** Thrown for a commit of which only this machine may know; PostgreSQL's code for an unknown outcome. */
class UnsureCommit extends Error {
  readonly code = '08007';
}

interface PoolBounds {
  /** How many may wait for a connection. */
  readonly queueMax: number;
  /** How long they may wait; milliseconds, 0 for as long as opening one may take. */
  readonly queueMs: number;
  /** After this time without an answer a connection is given up; milliseconds, 0 for never. */
  readonly frozenMs: number;
}

const queues = new WeakMap<Pool, KeyedQueue>();

/** How many wait for a connection of a bounded pool. */
export function waitingFor(pool: Pool): number {
  return queues.get(pool)?.countWaiting('') ?? 0;
}

/**
 * Adds the bounds that a `pg` pool lacks: only so many wait for a connection, one that does not answer is given up, and a
 * request's connections end with its scope.
 */
export function boundPool(pool: Pool, { queueMax, queueMs, frozenMs }: PoolBounds): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const bounds = { atOnce: pool.options.max, queue: queueMax, waitMs: queueMs };
  const queue = new KeyedQueue(
    bounds,
    (why) =>
      new PoolFull(
        why === 'full' ? 'too many wait for the database' : 'waited too long for the database',
      ),
  );
  queues.set(pool, queue);
  const connectBounded = async () => {
    const scope = currentScope();
    scope?.requireOpen();
    const leave = await queue.enter('');
    const client = await connect().then(
      (given) => giveBackWhenDead(given, leave),
      (error: unknown) => {
        leave();
        throw error;
      },
    );
    return scope ? scope.hold(client) : client;
  };
  pool.on('connect', giveUpUnsure);
  if (frozenMs > 0) pool.on('connect', (client) => giveUpFrozen(client, frozenMs));
  letProcessEnd(pool);
  // The ORM uses promises only.
  pool.connect = connectBounded as Pool['connect'];
}

/** A server that is frozen never ends its side of a connection, and would keep a process that has stopped. */
function letProcessEnd(pool: Pool): void {
  // `pg` documents it, its types do not.
  const clients = new Set<PoolClient & { unref?: () => void }>();
  pool.on('connect', (client) => {
    clients.add(client);
    client.once('end', () => clients.delete(client));
  });
  const end = pool.end.bind(pool);
  const endUnheld = async () => {
    await end();
    for (const client of clients) client.unref?.();
  };
  pool.end = endUnheld;
}

/**
 * The ORM never returns a transaction's connection if its rollback fails, as it does on a dead connection.
 * After ten of those the pool would be empty for good.
 */
function giveBackWhenDead(client: PoolClient, leave: () => void): PoolClient {
  const release = client.release.bind(client);
  let isBack = false;
  const giveBack = (failure?: Error | boolean) => {
    if (isBack) return;
    isBack = true;
    client.off('end', giveBackDead);
    release(failure);
    leave();
  };
  const giveBackDead = () => giveBack(true);
  client.once('end', giveBackDead);
  client.release = giveBack;
  return client;
}

/**
 * A commit whose wait for the synchronous standby was cancelled succeeds, with a warning: the row is here, but not where a
 * failover would look for it. Whoever asked gets no answer then, and asks again.
 */
function giveUpUnsure(client: PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine !== CANCELLED_WAIT) return;
    failConnection(client, new UnsureCommit('the wait for the standby was cancelled'));
  });
}

/**
 * Ends a connection that leaves its newest query unanswered, behind which any other would wait. `pg` can time each query,
 * but with functions that outlive it, which makes every small garbage collection a long one.
 */
function giveUpFrozen(client: PoolClient, frozenMs: number): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  let isWaiting = false;
  const deadline = setTimeout(() => {
    if (isWaiting) destroyConnection(client);
  }, frozenMs).unref();
  const watched = (...given: unknown[]) => {
    isWaiting = true;
    deadline.refresh();
    return query(...given);
  };
  client.query = watched as PoolClient['query'];
  // All is answered.
  client.on('drain', () => (isWaiting = false));
  client.once('end', () => clearTimeout(deadline));
}
