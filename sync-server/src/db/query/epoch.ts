import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { defineStatement, runnerOf } from './statement.ts';

/**
 * The name of the run of the database that answers, for a statement: another one after each start, promotion and restore.
 * Transaction numbers can be compared only within one (decision 49).
 */
export const PRESENT_EPOCH = 'epoch_here()';

const FIND = defineStatement('find-present-epoch', `select ${PRESENT_EPOCH} as id`);

/** The name of the run of the database that answers. */
export async function presentEpoch(em: SqlEntityManager): Promise<string> {
  const [present] = await runnerOf(em)<{ id: string }>(FIND, []);
  if (!present) throw new Error('the database did not say which run it is');
  return present.id;
}
