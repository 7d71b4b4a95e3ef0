import type { Pool, PoolClient } from 'pg';
import { breakOff, currentScope } from './query-scope.ts';

/** This text is the only sign by which `pg` marks a query that exceeded `query_timeout`. */
const FROZEN = 'Query read timeout';

/**
 * Thrown when the queue for a connection is full; has a PostgreSQL error code, which survives the ORM's
 * wrapping.
 */
class PoolFull extends Error {
  readonly code = '53300';
}

/**
 * Adds the bounds that a `pg` pool lacks: at most `queueMax` queries wait for a connection, a connection that
 * did not answer in time is given up, and a request's connections end with its scope.
 */
export function boundPool(pool: Pool, queueMax: number): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const connectBounded = async () => {
    const scope = currentScope();
    scope?.requireOpen();
    if (pool.waitingCount >= queueMax) throw new PoolFull('too many wait for the database');
    const client = giveBackWhenDead(await connect());
    return scope ? scope.hold(client) : client;
  };
  pool.on('connect', giveUpFrozen);
  // The ORM uses promises only.
  pool.connect = connectBounded as Pool['connect'];
}

/**
 * The ORM never returns a transaction's connection if its rollback fails, as it does on a dead connection.
 * After ten of those the pool would be empty for good.
 */
function giveBackWhenDead(client: PoolClient): PoolClient {
  const release = client.release.bind(client);
  let isBack = false;
  const giveBack = (failure?: Error | boolean) => {
    if (isBack) return;
    isBack = true;
    client.off('end', giveBackDead);
    release(failure);
  };
  const giveBackDead = () => giveBack(true);
  client.once('end', giveBackDead);
  client.release = giveBack;
  return client;
}

/** After a query without an answer, the connection's next query would wait behind it. */
function giveUpFrozen(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]) => {
    const result = query(...given);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message === FROZEN) breakOff(client);
      });
    }
    return result;
  };
  client.query = watched as PoolClient['query'];
}
