import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { FIELD } from '../../referrals/device-reports/field.ts';

/** Times in seconds; infinite for what never happened. */
interface Found {
  readonly messagesWaiting: number;
  readonly longestWait: number;
  readonly noticesWaiting: number;
  readonly devicesTold: number;
  readonly devicesOfDay: number;
  readonly devicesOfMonth: number;
  readonly devicesOwing: number;
  readonly devicesLate: number;
  readonly devicesMissing: number;
  readonly makesBackups: boolean;
  readonly saved: number;
  readonly verified: number;
  readonly copied: number;
}

const secondsSince = (column: string) =>
  `coalesce(extract(epoch from now() - max(${column})), 'infinity')::float8`;

const FIND = `
  select m.*, s.*, f.*, b.* from
    (select count(*) filter (where subscription_id is null)::float8 as "messagesWaiting",
       coalesce(greatest(extract(epoch from now() - min(queued_at) filter (where subscription_id is null)), 0), 0)::float8
         as "longestWait",
       count(subscription_id)::float8 as "noticesWaiting",
       (select count(*)::float8 from push_subscriptions) as "devicesTold"
     from outgoing_messages where state = 'waiting') m,
    (select count(*) filter (where last_used_at > now() - interval '1 day')::float8 as "devicesOfDay",
       count(*) filter (where last_used_at > now() - interval '30 days')::float8 as "devicesOfMonth"
     from sessions where expires_at > now()) s,
    (select count(*) filter (where owed > 0)::float8 as "devicesOwing",
       count(*) filter (where is_late)::float8 as "devicesLate",
       count(*) filter (where lost > 0)::float8 as "devicesMissing"
     from (${FIELD}) d) f,
    (select count(*) > 0 as "makesBackups", ${secondsSince('saved_at')} as saved,
       ${secondsSince('verified_at')} as verified, ${secondsSince('copied_at')} as copied
     from backup_runs) b`;

/** What operators see of the whole installation: messages, devices and backups, in numbers that name nobody. */
export async function findInstallationFigures(em: SqlEntityManager) {
  const [found] = await em.execute<Found[]>(FIND);
  if (!found) throw new Error('figures without a row');
  const { makesBackups, saved, verified, copied, ...figures } = found;
  return { ...figures, backupAge: makesBackups ? { saved, verified, copied } : undefined };
}
