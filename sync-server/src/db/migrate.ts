import { migrationsList } from './migrations/list.ts';
import type { Orm } from './orm.ts';

// Any number will do as long as it never changes: processes that start together take turns on it.
const migrationLock = 7_316_500_217;

/**
 * Brings the schema up to date and returns the names of the steps it took; none when it was current.
 * Safe to repeat and to run from several processes at once. All steps commit together or not at all.
 */
export async function migrate(orm: Orm): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [migrationLock]);
    const transaction = em.getTransactionContext();
    const steps = await orm.migrator.up(transaction ? { transaction } : {});
    return steps.map((step) => step.name);
  });
}

/**
 * Whether the database has every migration of this build. Only reads, so a probe may call it at any
 * time; throws when the database cannot be reached.
 */
export async function migrationsCurrent(orm: Orm): Promise<boolean> {
  const em = orm.em.fork();
  const [table] = await em.execute("select to_regclass('mikro_orm_migrations') as name");
  if (!table?.name) return false;
  const done = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  const names = new Set(done.map((row) => row.name));
  return migrationsList.every((step) => names.has(step.name));
}
