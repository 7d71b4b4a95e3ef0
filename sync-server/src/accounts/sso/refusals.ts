import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { isSsoRefusal } from '@sunloop/shared-types/accounts/sso-refusals.ts';
import { SsoError } from './provider.ts';

const COUNT = `
  insert into sso_refusals as r (day, fault, count, last_at)
  values ((now() at time zone 'utc')::date, ?, 1, now())
  on conflict (day, fault) do update set count = r.count + 1, last_at = now()`;

/** What `work` answers; counts those whom it turns away though they were at the provider. */
export async function countingRefusals<T>(
  em: SqlEntityManager,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SsoError && isSsoRefusal(error.fault))
      await em.fork().execute(COUNT, [error.fault]);
    throw error;
  }
}
