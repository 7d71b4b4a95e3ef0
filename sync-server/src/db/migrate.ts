import type { Orm } from './orm.ts';

// Lock on which processes that start together take turns; any number will do if it never changes.
const migrationLock = 7_316_500_217;

/**
 * Migrates the schema and returns the names of the migrations it ran; none if it was current. Safe to repeat
 * and to run from several processes at once. All migrations commit together or not at all.
 */
export async function migrate(orm: Orm): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [migrationLock]);
    const transaction = em.getTransactionContext();
    const steps = await orm.migrator.up(transaction ? { transaction } : {});
    return steps.map((step) => step.name);
  });
}
