import type { Orm } from './orm.ts';

// Any number will do as long as it never changes: processes that start together take turns on it.
const migrationLock = 7_316_500_217;

/**
 * Brings the schema up to date and returns the names of the steps it took; none if it was current. Safe to repeat and
 * to run from several processes at once. All steps commit together or not at all.
 */
export async function migrate(orm: Orm): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [migrationLock]);
    const transaction = em.getTransactionContext();
    const steps = await orm.migrator.up(transaction ? { transaction } : {});
    return steps.map((step) => step.name);
  });
}
