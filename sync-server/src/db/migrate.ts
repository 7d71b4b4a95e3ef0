import { setTimeout } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { migrationNames } from './migrations/list.ts';
import type { Orm } from './orm.ts';

// Lock on which processes that start together take turns; any number will do if it never changes.
const migrationLock = 7_316_500_217;

/** For how long tables that others use are tried for; milliseconds. */
const TRY_MS = 600_000;
const [FIRST_PAUSE_MS, PAUSE_MAX_MS] = [250, 5000];
/** A deadlock, and a lock that did not come in time. */
const IN_USE = new Set(['40P01', '55P03']);

/**
 * Migrates the schema and returns the names of the migrations it ran; none if it was current. Safe to repeat
 * and to run from several processes at once, also beside servers that serve. All migrations commit together or not at
 * all. `report` is told once that it waits for tables in use; throws if they stay so.
 */
export async function migrate(
  orm: Orm,
  report: (line: string) => void = () => undefined,
): Promise<string[]> {
  const giveUpAt = performance.now() + TRY_MS;
  const late: string[] = [];
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await tryToMigrate(orm, late);
    } catch (error) {
      const { code = '', table } = error as { code?: string; table?: string };
      if (!IN_USE.has(code) || performance.now() > giveUpAt) throw error;
      if (table !== undefined) late.unshift(table);
      if (pauseMs === FIRST_PAUSE_MS)
        report('Tables are in use: the migration is tried again until they are free');
      // By chance, so that it does not meet the same caller again.
      await setTimeout(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** Lets nobody else migrate until the EntityManager's transaction ends. */
export async function takeTurnToMigrate(em: SqlEntityManager): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?)', [migrationLock]);
}

async function tryToMigrate(orm: Orm, late: readonly string[]): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    await takeTurnToMigrate(em);
    if (await isBehind(em)) {
      await em.execute("select set_config('sunloop.late', ?, true)", [late.join(' ')]);
      await em.execute(TAKE_TABLES);
    }
    const transaction = em.getTransactionContext();
    const steps = await orm.migrator.up(transaction ? { transaction } : {});
    return steps.map((step) => step.name);
  });
}

async function isBehind(em: SqlEntityManager): Promise<boolean> {
  const [table] = await em.execute<{ is: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as is`,
  );
  if (!table?.is) return false;
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  const done = new Set(rows.map(({ name }) => name));
  return migrationNames.some((name) => !done.has(name));
}

/**
 * Takes all tables of ours before the first of them is changed. Whoever waits for one of them meanwhile waits for less time than a
 * deadlock is looked for after, so that never a caller of the server is chosen to be the victim. A table that did not come in
 * time is held by callers who wait for those before it: the next try takes it first, and so comes to the callers' own order. The
 * migrator asks its own table over another connection.
 */
const TAKE_TABLES = `
  do $$
  declare
    whole interval := current_setting('deadlock_timeout')::interval * 0.7;
    until timestamptz := clock_timestamp() + whole;
    one regclass;
  begin
    for one in select oid::regclass from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'mikro_orm_migrations' and pg_has_role(relowner, 'usage')
      order by array_position(string_to_array(current_setting('sunloop.late'), ' '), relname::text), relname
    loop
      perform set_config('lock_timeout',
        greatest(1, extract(epoch from until - clock_timestamp()) * 1000)::int::text, true);
      begin
        execute format('lock table %s in access exclusive mode', one);
      exception when lock_not_available then
        raise exception '% is in use', one using errcode = 'lock_not_available', table = one::text;
      end;
    end loop;
    perform set_config('lock_timeout', (extract(epoch from whole) * 1000)::int::text, true);
  end $$`;
