import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Value } from './format-statement.ts';
import type { Statement } from './format-statement.ts';
import { runnerOf } from './statement.ts';

/**
 * Rows of a read that may be a moment old: from a replica in DATABASE_READ_URLS if there is one, otherwise
 * from the primary, which also answers if the replica cannot. A read that must see a write just made, or
 * decides who may do what, uses `em.execute`, which always asks the primary.
 */
export function readReplica<Row extends object>(
  em: SqlEntityManager,
  query: string,
  params: Record<string, unknown> | readonly unknown[] = [],
): Promise<Row[]> {
  return orFromWriter(em, (connectionType) => em.execute<Row[]>(query, params, { connectionType }));
}

/** The same for a hot path's statement. */
export function runOnReplica<Row extends object>(
  em: SqlEntityManager,
  statement: Statement,
  values: readonly Value[],
): Promise<Row[]> {
  return orFromWriter(em, (type) => runnerOf(em, type)<Row>(statement, values));
}

/** Whether reads that may be a moment old have somewhere else to go. */
export function hasReplica(em: SqlEntityManager): boolean {
  return em.getConnection('read') !== em.getConnection('write');
}

async function orFromWriter<T>(
  em: SqlEntityManager,
  read: (from: 'read' | 'write') => Promise<T>,
): Promise<T> {
  try {
    return await read('read');
  } catch (error) {
    if (!hasReplica(em)) throw error;
    em.config
      .getLogger()
      .warn('info', `A replica failed, the primary answers instead: ${String(error)}`);
    return read('write');
  }
}
