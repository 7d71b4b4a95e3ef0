import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';

/**
 * Thrown if nobody waits for the answer any more; PostgreSQL's code for a canceled statement survives the ORM's
 * wrapping.
 */
class RequestOver extends Error {
  readonly code = '57014';
}

/** The connections working for one request, which can be ended together. */
export class QueryScope {
  readonly #held = new Set<PoolClient>();
  #isEnded = false;

  /** Every query made inside `work` belongs to this scope. */
  run<T>(work: () => T): T {
    return scopes.run(this, work);
  }

  /** Ends running queries and refuses further ones. */
  end(): void {
    this.#isEnded = true;
    for (const client of this.#held) destroyConnection(client);
  }

  requireOpen(): void {
    if (this.#isEnded) throw new RequestOver('nobody waits for this any more');
  }

  /** Counts a connection from the pool as this scope's until it is given back. */
  hold(client: PoolClient): PoolClient {
    const release = client.release.bind(client);
    if (this.#isEnded) release();
    this.requireOpen();
    this.#held.add(client);
    client.release = (failure?: Error | boolean) => {
      this.#held.delete(client);
      release(failure);
    };
    return client;
  }
}

const scopes = new AsyncLocalStorage<QueryScope>();

/** The scope of the request being answered, if there is one. */
export function currentScope(): QueryScope | undefined {
  return scopes.getStore();
}

/** What `pg` keeps to itself of a connection. */
interface Inside {
  readonly connection: {
    readonly stream: { destroy(): void };
    emit(event: 'error', error: Error): void;
  };
}

/** Ends a connection without telling the server, which may not be listening; its query fails at once. */
export function destroyConnection(client: PoolClient): void {
  (client as unknown as Inside).connection.stream.destroy();
}

/** The same, with the error its query fails with, even if its answer is already here but not yet read. */
export function failConnection(client: PoolClient, error: Error): void {
  (client as unknown as Inside).connection.emit('error', error);
  destroyConnection(client);
}
