import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { Orm } from './orm.ts';

/** Statements that a connection does not know, or knows from somebody else. */
const NO_SUCH_STATEMENT = new Set(['26000', '42P05']);
/** What a pooler says that does not let a transaction begin, or a connection with settings. */
const PROTOCOL_VIOLATION = '08P01';

/** Whether somebody between us and PostgreSQL did not take how we connect or begin. */
export function isPoolersRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === PROTOCOL_VIOLATION;
}

/** What to do about a pooler that refuses the time limits with which connections are opened. */
export function adviceOnLimits(error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  return new Error(
    `DATABASE_URL leads to a pooler that takes no time limits at the start of a connection (${said}): set ` +
      'DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_LOCK_TIMEOUT_MS, DATABASE_IDLE_TRANSACTION_TIMEOUT_MS and ' +
      'DATABASE_CALLER_CHECK_MS to 0, and the limits on the role (docs/run/operations.md, The database)',
  );
}

interface SessionWish {
  /** Whether statements are sent under names. */
  readonly isPrepared: boolean;
  /** Called with what the operator must know though the server can work. */
  readonly report: (line: string) => void;
}

/**
 * Throws, with the setting to change, if a pooler in between cannot carry what the server sends: transactions, and
 * statements that a connection has prepared before. Reports it if statements have no time limit.
 */
export async function requireSessions(orm: Orm, { isPrepared, report }: SessionWish) {
  const pool = await orm.em.getConnection().getNativeClient();
  const clients = [await pool.connect(), await pool.connect()] as const;
  try {
    await requireTransactions(clients[1]);
    if (isPrepared) await requirePrepared(clients[0], clients[1]);
  } finally {
    // What a pooler has refused may have ended the connection.
    for (const client of clients) client.release(true);
  }
  await reportNoLimit(orm.em.fork(), report);
}

async function requireTransactions(client: PoolClient): Promise<void> {
  try {
    await client.query('begin');
    await client.query('rollback');
  } catch (error) {
    if (!isPoolersRefusal(error)) throw error;
    throw new Error(
      'DATABASE_URL leads to a pooler in statement mode, in which nothing can be stored together: let it work in session ' +
        'mode, or in transaction mode with DATABASE_PREPARED=false',
      { cause: error },
    );
  }
}

/**
 * One connection prepares a statement, another begins a transaction, and the first runs its statement again. A pooler in
 * transaction mode gives the other what the first one had prepared it on, unless somebody else is quicker: so several times.
 */
async function requirePrepared(own: PoolClient, other: PoolClient): Promise<void> {
  const TRIES = 5;
  for (let time = 0; time < TRIES; time += 1) {
    const query = { name: `sunloop-${randomUUID()}`, text: 'select 1 as one' };
    try {
      await own.query(query);
      await other.query('begin');
      await other.query('select 1');
      await own.query(query);
      await other.query('rollback');
    } catch (error) {
      if (!NO_SUCH_STATEMENT.has((error as { code?: string }).code ?? '')) throw error;
      throw new Error(
        'DATABASE_URL leads to a pooler in transaction mode that knows no prepared statements, such as PgBouncer before ' +
          '1.21: set DATABASE_PREPARED=false, or let it work in session mode',
        { cause: error },
      );
    }
  }
}

async function reportNoLimit(em: SqlEntityManager, report: SessionWish['report']): Promise<void> {
  const [limit] = await em.execute<{ isOff: boolean }[]>(
    `select current_setting('statement_timeout') = '0' as "isOff"`,
  );
  if (limit?.isOff)
    report(
      'No statement has a time limit, so one that hangs keeps its connection: alter role … set statement_timeout ' +
        '(docs/run/operations.md, The database)',
    );
}
