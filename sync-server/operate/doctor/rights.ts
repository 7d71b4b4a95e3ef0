import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Env } from '../env/env.ts';
import { bad, ok, warn, type Finding } from './finding.ts';

const REFUSED = '42501';
/** A standby refuses everybody, which is told where it is noticed. */
const ON_A_STANDBY = new Set(['25006', '55000']);

const AFTER_EACH_START =
  'by the time of its start, a database that goes back is noticed all the same, but after each start every device asks for its ' +
  'whole list: grant execute on function';

/** What the server asks of its role, tried and undone, and what follows where it is refused. */
const NEEDS = [
  [
    'create table sunloop_doctor (id int)',
    bad(
      'rights',
      'it may not create tables, so nothing can be migrated: make it the owner of the database',
    ),
  ],
  [
    'select pg_control_system()',
    warn(
      'rights',
      `pg_control_system() is refused; ${AFTER_EACH_START} pg_control_system() to the role, if the provider lets you`,
    ),
  ],
  [
    'select pg_walfile_name(pg_current_wal_lsn())',
    warn(
      'rights',
      `pg_walfile_name() is refused; ${AFTER_EACH_START} pg_walfile_name(pg_lsn) to the role, if the provider lets you`,
    ),
  ],
] as const;

/** Whether the database's role may do what the server does. */
export async function checkRights(
  em: SqlEntityManager,
  { backup, databaseUrl }: Env,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [sql, ifRefused] of NEEDS) if (!(await isAllowed(em, sql))) found.push(ifRefused);
  const [role] = await em.execute<{ isSuper: boolean; makesDatabases: boolean }[]>(
    `select rolsuper as "isSuper", rolsuper or rolcreatedb as "makesDatabases" from pg_roles where rolname = current_user`,
  );
  if (role?.isSuper && databaseUrl !== undefined)
    found.push(warn('rights', 'the role is a superuser, which the server does not need'));
  if (!role?.makesDatabases && backup.nightly !== undefined)
    found.push(
      bad(
        'rights',
        'the role may not create databases, so no backup can be tried: alter role … createdb',
      ),
    );
  return found.length > 0 ? found : [ok('rights', 'the role may do what the server does')];
}

async function isAllowed(em: SqlEntityManager, sql: string): Promise<boolean> {
  const own = em.fork();
  await own.begin();
  try {
    await own.execute(sql);
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === REFUSED) return false;
    if (ON_A_STANDBY.has(code)) return true;
    throw error;
  } finally {
    await own.rollback();
  }
}
