import { Pool } from 'pg';
import { boundPool } from './bounded-pool.ts';
import { deadlineOptions, type Deadlines } from './deadlines.ts';

/** A connection of its own for short questions, so that the answer does not depend on how busy the others are. */
export interface Asker {
  /** The rows of a statement; throws if there is no answer in time. */
  ask<Row extends object>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens the connection at the first question. `limitMs` is what connecting and answering may each take; a statement timeout
 * left to the database stays so.
 */
export function openAsker(url: string, given: Deadlines, limitMs: number): Asker {
  const statementMs = given.statementMs && limitMs;
  const deadlines = { ...given, statementMs, connectMs: limitMs };
  const pool = new Pool({ ...deadlineOptions(url, deadlines), max: 1 });
  // The next question opens another one.
  pool.on('error', () => undefined);
  boundPool(pool, { queueMax: 1, queueMs: limitMs, frozenMs: limitMs });
  return {
    async ask<Row extends object>(sql: string) {
      const client = await pool.connect();
      // If the connection breaks, the query fails as well; the event adds nothing.
      const ignore = () => undefined;
      client.on('error', ignore);
      try {
        return (await client.query<Row>(sql)).rows;
      } finally {
        client.off('error', ignore);
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
