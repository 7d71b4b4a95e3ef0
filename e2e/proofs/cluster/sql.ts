import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const TRY_AGAIN_MS = 500;
const GIVE_UP_AFTER_MS = 120_000;

/** A connection that gives up on whoever is frozen; a lost one fails at its next query. */
export function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 4000,
    query_timeout: 60_000,
  });
  client.on('error', () => undefined);
  return client;
}

/** Asks over a connection of its own, again until somebody answers who takes questions; throws what they refuse. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  params?: unknown[],
): Promise<Row[]> {
  for (const giveUpAt = performance.now() + GIVE_UP_AFTER_MS; ; await pause(TRY_AGAIN_MS)) {
    const client = clientOf(url);
    try {
      await client.connect();
      return (await client.query<Row>(text, params)).rows;
    } catch (error) {
      const isRefusal = error instanceof pg.DatabaseError && !/^(57P|25006)/.test(error.code ?? '');
      if (isRefusal || performance.now() > giveUpAt) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
