import type { Connection, PoolClient } from 'pg';
import type { Statement, Value } from './format-statement.ts';
import { prepareQuery, silence, type AnsweredQuery } from './prepared-query.ts';

/** A statement and its values. */
export type Call = readonly [Statement, readonly Value[]];

type Wire = Connection & { readonly submittedNamedStatements: Record<string, string> };
type Callback = (error?: Error | null) => void;

const withoutSync = silence('sync');

/**
 * Statements that are sent to the database with one Sync message, which makes them one transaction without `begin` and
 * `commit`; one that fails undoes all. Give it to `client.query`, and it takes its turn there. Source:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
class ImplicitTransaction {
  /** `pg` replaces it if the database's URL sets a `query_timeout`. */
  callback: Callback;
  readonly #queries: readonly AnsweredQuery[];
  #at = 0;

  constructor(queries: readonly AnsweredQuery[], callback: Callback) {
    this.#queries = queries;
    this.callback = callback;
  }

  /** Name and text are those of the statement being answered: `pg` keeps them once it is prepared. */
  get name(): string | undefined {
    return this.#queries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.#at]?.text;
  }

  submit(connection: Connection): null {
    // Otherwise PostgreSQL would be woken by each message.
    connection.stream.cork();
    for (const query of this.#queries) query.submit(withoutSync(connection));
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleError(error: Error, connection: Wire): void {
    // PostgreSQL leaves out what came after the failed statement, so it has not prepared that either.
    for (const { name } of this.#queries.slice(this.#at))
      delete connection.submittedNamedStatements[name];
    this.callback(error);
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.callback();
  }
}

/** Runs the calls as one transaction with one round trip; returns their rows in order. If one fails, nothing is stored. */
export async function runAtOnce(client: PoolClient, calls: readonly Call[]): Promise<object[][]> {
  const rows: object[][] = [];
  const failures: Error[] = [];
  const queries = calls.map(([statement, values], at) =>
    prepareQuery(client, statement, {
      values,
      callback: (error, result) => {
        if (error) failures.push(error);
        else rows[at] = result.rows;
      },
    }),
  );
  await new Promise<void>((resolve, reject) => {
    client.query(new ImplicitTransaction(queries, (error) => (error ? reject(error) : resolve())));
  });
  // A row that could not be read.
  if (failures[0]) throw failures[0];
  return rows;
}
