import { Query, type Connection, type PoolClient, type QueryResult } from 'pg';
import type { Statement, Value } from './format-statement.ts';

/** What a connection has been told about a statement's rows. */
interface Shape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** What `pg` calls on a query while it is answered. */
export interface AnsweredQuery extends Query {
  readonly name: string;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

/** Parts of `pg` that its types leave out. */
interface Inside extends AnsweredQuery {
  readonly _result: Shape & { _types: unknown };
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
}
type InsideConnection = Connection & { readonly parsedStatements: object };
type Callback = (error: Error | undefined, result: QueryResult<object>) => void;

const BaseQuery = Query as unknown as new (
  config: { name: string; text: string; values: Value[] },
  callback: Callback,
) => Inside;

/**
 * A query that asks for the description of its rows only at its first run on a connection. `pg` asks at every run, and
 * reading the answer takes 5% of the server's time for a small read. PostgreSQL refuses to run a prepared statement whose
 * columns changed, so what was described stays right.
 */
class PreparedQuery extends BaseQuery {
  #shapes: Map<string, Shape> | undefined;

  override prepare(connection: InsideConnection): void {
    this.#shapes = shapesOf(connection);
    const shape = this.#shapes.get(this.name);
    if (!shape) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(withoutDescribe(connection));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

// By the connection's own list of its statements, which a view of it has as well.
const shapesByStatements = new WeakMap<object, Map<string, Shape>>();

function shapesOf({ parsedStatements }: InsideConnection): Map<string, Shape> {
  const known = shapesByStatements.get(parsedStatements);
  if (known) return known;
  const shapes = new Map<string, Shape>();
  shapesByStatements.set(parsedStatements, shapes);
  return shapes;
}

const withoutDescribe = silence('describe');

/** Makes views of connections that do not send this message; each connection has one. */
export function silence(message: 'describe' | 'sync'): (connection: Connection) => Connection {
  const views = new WeakMap<Connection, Connection>();
  return (connection) => {
    const known = views.get(connection);
    if (known) return known;
    const view: Connection = Object.create(connection, { [message]: { value: () => {} } });
    views.set(connection, view);
    return view;
  };
}

/** The query of a statement for this client, whose `client.query` runs it. */
export function prepareQuery(
  client: PoolClient,
  { name, text }: Statement,
  { values, callback }: { values: readonly Value[]; callback: Callback },
): AnsweredQuery {
  const query = new PreparedQuery({ name, text, values: [...values] }, callback);
  // The client's own type parsers, as `pg` sets them for a query it makes.
  query._result._types = (client as unknown as { _types: unknown })._types;
  return query;
}

/** Runs a statement and returns its rows. */
export function runPrepared<Row extends object>(
  client: PoolClient,
  statement: Statement,
  values: readonly Value[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    };
    client.query(prepareQuery(client, statement, { values, callback }));
  });
}
