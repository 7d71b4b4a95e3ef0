import type { PostgreSqlConnection, SqlEntityManager } from '@mikro-orm/postgresql';
import { formatStatement, type Statement, type Value } from './format-statement.ts';

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

/** A statement and its values. */
export type Call = readonly [Statement, readonly Value[]];

/** Whether statements are sent under their names, which lets each connection prepare them once. */
let areNamed = true;

/** Turns names off for poolers that know none (`DATABASE_PREPARED=false`); belongs to the process, as its pools do. */
export function nameStatements(isNamed: boolean): void {
  areNamed = isNamed;
}

/** Defines a statement; each name may stand for only one text. */
export function defineStatement(name: string, text: string): Statement {
  if (names.has(name)) throw new Error(`there is a statement ${name} already`);
  names.add(name);
  return { name, text };
}

/** Runs statements in the EntityManager's transaction if it has one, otherwise each on its own. */
export function runnerOf(em: SqlEntityManager): Run {
  if (!em.isInTransaction()) {
    return async <Row extends object>(statement: Statement, values: readonly Value[]) => {
      const client = await connect(em);
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
 * nothing is stored, and of statements sent together the first that failed says why.
 */
export async function transact<T>(
  em: SqlEntityManager,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = await connect(em);
  const failures: unknown[] = [];
  const run = runOn(em, client);
  const runNoted: Run = async <Row extends object>(
    statement: Statement,
    values: readonly Value[],
  ) => {
    try {
      return await run<Row>(statement, values);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  try {
    const [, result] = await Promise.all([client.query('begin'), work(runNoted)]);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const giveBack = () => client.release();
    // A connection that cannot even roll back is not reused.
    await client.query('rollback').then(giveBack, (broken: Error) => client.release(broken));
    throw isConsequence(error) ? failures[0] : error;
  }
}

/** Whether a statement failed only because one before it had. */
function isConsequence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/**
 * Sends a whole transaction at once, so that it costs one round trip to the database; returns its rows by
 * statement. No statement can depend on an earlier one's result; if one fails, nothing is stored.
 */
export async function transactAtOnce(
  em: SqlEntityManager,
  calls: readonly Call[],
): Promise<object[][]> {
  const client = await connect(em);
  const run = runOn(em, client);
  // After a failure, PostgreSQL rolls back at `commit`.
  const [begun, ...rest] = await Promise.allSettled([
    client.query('begin'),
    ...calls.map(([statement, values]) => run(statement, values)),
    client.query('commit'),
  ]);
  const ended = rest.pop();
  // A connection that cannot even end the transaction is not reused.
  client.release(ended?.status === 'rejected' ? (ended.reason as Error) : undefined);
  const rows: object[][] = [];
  for (const answer of [begun, ...rest, ended]) {
    if (answer?.status === 'rejected') throw answer.reason;
    if (Array.isArray(answer?.value)) rows.push(answer.value);
  }
  return rows;
}

async function connect(em: SqlEntityManager) {
  // The only driver there is.
  const connection = em.getConnection() as unknown as PostgreSqlConnection;
  const pool = await connection.getNativeClient();
  return pool.connect();
}

type Client = Awaited<ReturnType<typeof connect>>;

function runOn(em: SqlEntityManager, client: Client): Run {
  return async <Row extends object>(statement: Statement, values: readonly Value[]) => {
    note(em, statement, values);
    const { name, text } = statement;
    const query = { text, values: [...values], ...(areNamed && { name }) };
    return (await client.query<Row>(query)).rows;
  };
}

/** Informs the ORM's logger, as its own statements do. */
function note(em: SqlEntityManager, statement: Statement, values: readonly Value[]): void {
  em.config.getLogger().logQuery(new NotedStatement(statement, values));
}

class NotedStatement {
  readonly level = 'info';
  readonly query: string;
  readonly params: Value[];
  readonly label: string;

  constructor({ name, text }: Statement, values: readonly Value[]) {
    this.query = text;
    this.params = [...values];
    this.label = name;
  }

  /** The text with its values, made only if it is read. */
  get formatted(): string {
    return formatStatement(this.query, this.params);
  }
}
