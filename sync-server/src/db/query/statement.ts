import type { Writable } from 'node:stream';
import type { PostgreSqlConnection, SqlEntityManager } from '@mikro-orm/postgresql';
import { formatStatement, type Value } from './format-statement.ts';

/**
 * A statement of a hot path, with its values as `$1`, `$2`. The ORM's own `execute` writes the values into
 * the text, which PostgreSQL then parses and plans each time; this one is prepared once per connection,
 * which asks for generic plans (`deadlines.ts`): the plan must be good whatever the values are.
 */
export interface Statement {
  /** The name under which connections keep it prepared; one name serves every length of a list (`listOf`). */
  readonly name: string;
  readonly text: string;
}

/** Runs a statement in a transaction or on its own. */
export type Run = <Row extends object>(
  statement: Statement,
  values: readonly Value[],
) => Promise<Row[]>;

const names = new Set<string>();

/**
 * A list given as a parameter, for `= any(…)`. In a sub-select the planner does not see its length; otherwise
 * it sees that each call's list is shorter than the ten items it assumes, and plans every call again.
 */
export function listOf(parameter: string, type: 'uuid' | 'text'): string {
  return `(select ${parameter}::${type}[])::${type}[]`;
}

/** Defines a statement; each name may stand for only one text. */
export function defineStatement(name: string, text: string): Statement {
  if (names.has(name)) throw new Error(`there is a statement ${name} already`);
  names.add(name);
  return { name, text };
}

/** Runs statements in the EntityManager's transaction if it has one, otherwise each on its own. */
export function runnerOf(em: SqlEntityManager, connectionType: 'read' | 'write' = 'write'): Run {
  if (!em.isInTransaction()) {
    return async <Row extends object>(statement: Statement, values: readonly Value[]) => {
      const client = await connect(em, connectionType);
      try {
        return await runOn(em, client)<Row>(statement, values);
      } finally {
        // A broken connection is not kept.
        client.release();
      }
    };
  }
  const transaction = em.getKysely();
  return async <Row extends object>(statement: Statement, values: readonly Value[]) => {
    note(em, statement, values);
    const { text } = statement;
    const query = { kind: 'RawNode', sqlFragments: [text], parameters: [] } as const;
    const compiled = { sql: text, parameters: values, query, queryId: { queryId: text } };
    return (await transaction.executeQuery<Row>(compiled)).rows;
  };
}

/**
 * Does the work in a new transaction, whose `begin` is sent with the first statement. If the work fails,
 * nothing is stored.
 */
export async function transact<T>(
  em: SqlEntityManager,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = await connect(em);
  try {
    const [, result] = await Promise.all([client.query('begin'), work(runOn(em, client))]);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const giveBack = () => client.release();
    // A connection that cannot even roll back is not reused.
    await client.query('rollback').then(giveBack, (broken: Error) => client.release(broken));
    throw error;
  }
}

/**
 * Sends a whole transaction at once, so that it costs one round trip to the database; returns its rows by
 * statement. No statement can depend on an earlier one's result; if one fails, nothing is stored.
 */
export async function transactAtOnce(
  em: SqlEntityManager,
  calls: readonly (readonly [Statement, readonly Value[]])[],
): Promise<object[][]> {
  const client = await connect(em);
  const run = runOn(em, client);
  // Otherwise each statement would be written, and PostgreSQL woken, by itself.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  const begun = client.query('begin');
  const sent = calls.map(([statement, values]) => run<object>(statement, values));
  // After a statement that failed, this is a rollback.
  const ended = client.query('commit');
  stream.uncork();
  const settled = await Promise.allSettled([begun, ...sent, ended]);
  client.release();
  const failed = settled.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(sent);
}

async function connect(em: SqlEntityManager, type: 'read' | 'write' = 'write') {
  // The only driver there is.
  const connection = em.getConnection(type) as unknown as PostgreSqlConnection;
  const pool = await connection.getNativeClient();
  return pool.connect();
}

type Client = Awaited<ReturnType<typeof connect>>;

function runOn(em: SqlEntityManager, client: Client): Run {
  return async <Row extends object>({ name, text }: Statement, values: readonly Value[]) => {
    note(em, { name, text }, values);
    return (await client.query<Row>({ name, text, values: [...values] })).rows;
  };
}

/** Informs the ORM's logger, as its own statements do; the text with values is made only if it is read. */
function note(em: SqlEntityManager, { name, text }: Statement, values: readonly Value[]): void {
  em.config.getLogger().logQuery({
    level: 'info',
    query: text,
    params: [...values],
    label: name,
    get formatted() {
      return formatStatement(text, values);
    },
  });
}
