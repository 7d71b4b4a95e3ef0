import { Query, type Connection, type PoolClient, type QueryResult } from 'pg';
import type { Statement, Value } from './format-statement.ts';

/** A statement and its values. */
export type Call = readonly [Statement, readonly Value[]];

/** What `pg` calls on a query while it is answered, and what of it is not in its types. */
interface Answered extends Query {
  readonly name: string;
  readonly text: string;
  readonly _result: { _types: unknown };
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

interface Wire extends Connection {
  readonly submittedNamedStatements: Record<string, string>;
}

/**
 * Statements that are sent to the database with one Sync message, which makes them one transaction without `begin` and
 * `commit`; one that fails undoes all. Give it to `client.query`, and it takes its turn there. Source:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
class ImplicitTransaction {
  /** `pg` puts its time limit in front of it. */
  callback: (error: Error | null) => void;
  readonly #queries: readonly Answered[];
  #at = 0;

  constructor(queries: readonly Answered[], callback: (error: Error | null) => void) {
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
    // Each query would send its own Sync; and PostgreSQL would be woken by each message.
    const held: Connection = Object.create(connection, { sync: { value: () => {} } });
    connection.stream.cork();
    for (const query of this.#queries) query.submit(held);
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
    for (const query of this.#queries) query.handleError(error, connection);
    this.callback(error);
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.callback(null);
  }
}

/** Runs the calls as one transaction with one round trip; returns their rows in order. If one fails, nothing is stored. */
export async function runAtOnce(client: PoolClient, calls: readonly Call[]): Promise<object[][]> {
  const rows: object[][] = [];
  // Their own type parsers, as `pg` sets them for a query of its own.
  const { _types } = client as unknown as { _types: unknown };
  const queries = calls.map(([{ name, text }, values], at) => {
    const keep = (error: Error | undefined, result: QueryResult<object>) => {
      if (!error) rows[at] = result.rows;
    };
    const query = new Query({ name, text, values: [...values] }, keep as never) as Answered;
    query._result._types = _types;
    return query;
  });
  await new Promise<void>((resolve, reject) => {
    client.query(new ImplicitTransaction(queries, (error) => (error ? reject(error) : resolve())));
  });
  return rows;
}
