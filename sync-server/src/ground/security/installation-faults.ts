import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { InstallationFault } from '@sunloop/shared-types/ground/admin.ts';

/** A little less than the hour after which each process looks. */
const LOOKED_MINUTES = 55;

/** Whether it is time to look what is wrong, for one process of all. */
export async function takeTurnToLook(em: SqlEntityManager): Promise<boolean> {
  const rows = await em.execute<object[]>(
    `update installation_faults set noted_at = now()
     where noted_at < now() - make_interval(mins => ?) returning 1`,
    [LOOKED_MINUTES],
  );
  return rows.length > 0;
}

/** Keeps what was found for the desk and the letter of the day, instead of what was found before. */
export async function noteFaults(
  em: SqlEntityManager,
  faults: readonly InstallationFault[],
): Promise<void> {
  await em.execute('update installation_faults set faults = ?::jsonb', [JSON.stringify(faults)]);
}

/** What was wrong with the installation when somebody looked last. */
export async function findFaults(em: SqlEntityManager): Promise<readonly InstallationFault[]> {
  const [row] = await em.execute<{ faults: InstallationFault[] }[]>(
    'select faults from installation_faults',
  );
  return row?.faults ?? [];
}
