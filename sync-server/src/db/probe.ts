import { Pool } from 'pg';
import { boundPool } from './bounded-pool.ts';
import { deadlineOptions, REQUEST_DEADLINES, type Deadlines } from './deadlines.ts';
import { migrationNames } from './migrations/list.ts';

/** A balancer asks every few seconds and needs a quick answer; milliseconds. */
const PROBE_DEADLINE_MS = 1500;

const FIND_DONE = `select name, current_setting('transaction_read_only') = 'on' as "isReadOnly" from mikro_orm_migrations`;
/** There is no such table before the first migration. */
const UNDEFINED_TABLE = '42P01';

/** What the database can do for this build: `read-only` is a standby, which every failover passes through. */
export type Readiness = 'ready' | 'read-only' | 'not migrated';

export interface Probe {
  /** How the database is; throws if it does not answer in time. */
  readiness(): Promise<Readiness>;
  close(): Promise<void>;
}

/**
 * Asks the database on a separate connection, so that the answer does not depend on how busy the others are.
 * Calls made while it is being asked share the answer.
 */
export function openProbe(url: string, given: Deadlines = REQUEST_DEADLINES): Probe {
  const statementMs = given.statementMs && PROBE_DEADLINE_MS;
  const deadlines = { ...given, statementMs, connectMs: PROBE_DEADLINE_MS };
  const pool = new Pool({ ...deadlineOptions(url, deadlines), max: 1 });
  // The next query opens another one.
  pool.on('error', () => undefined);
  boundPool(pool, { queueMax: 1, queueMs: PROBE_DEADLINE_MS, frozenMs: PROBE_DEADLINE_MS });
  let asking: Promise<Readiness> | undefined;
  const readiness = () => {
    asking ??= ask(pool).finally(() => (asking = undefined));
    return asking;
  };
  return { readiness, close: () => pool.end() };
}

async function ask(pool: Pool): Promise<Readiness> {
  const client = await pool.connect();
  // If the connection breaks, the query fails as well; the event adds nothing.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    const { rows } = await client.query<{ name: string; isReadOnly: boolean }>(FIND_DONE);
    const done = new Set(rows.map(({ name }) => name));
    if (!migrationNames.every((name) => done.has(name))) return 'not migrated';
    return rows.some(({ isReadOnly }) => isReadOnly) ? 'read-only' : 'ready';
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return 'not migrated';
    throw error;
  } finally {
    client.off('error', ignore);
    client.release();
  }
}
