import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Rows of a read that may be moments old: from a replica of DATABASE_READ_URLS where there is one, else
 * from the writer, which also answers where the replica cannot. What must see a write just made, or
 * decides who may do what, uses `em.execute`, which always asks the writer.
 */
export async function readReplica<Row extends object>(
  em: SqlEntityManager,
  query: string,
  params: Record<string, unknown> | readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return await em.execute<Row[]>(query, params, { connectionType: 'read' });
  } catch (error) {
    if (em.getConnection('read') === em.getConnection('write')) throw error;
    em.config.getLogger().warn('info', `A replica failed, the writer answers: ${String(error)}`);
    return em.execute<Row[]>(query, params);
  }
}
