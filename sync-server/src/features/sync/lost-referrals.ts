import { createHash } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LostReferrals, LostReport } from '@sunloop/shared-types';
import { GAP_FROM } from '../../db/query/epoch.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import type { Actor } from '../../http/context.ts';
import { writeAudit } from '../audit/service.ts';

// A row that no epoch can have lost, and one that is stored, is nothing to report.
const STORE = defineStatement(
  'store-lost-referrals',
  `insert into lost_referrals (referral_id, user_id, device, epoch)
   select g.id, $1::uuid, $2, e.id
   from jsonb_to_recordset($3::jsonb) as g (id uuid, "createdAt" timestamptz)
   cross join lateral (
     select id from epochs where ${GAP_FROM} <= g."createdAt" and began_at >= g."createdAt"
     order by began_at limit 1
   ) e
   where not exists (select from referrals r where r.id = g.id)
   on conflict do nothing
   returning referral_id`,
);

/** Notes referrals that a device found lost and sends again, with a line in the audit log. Safe to repeat. */
export async function reportLost(
  em: SqlEntityManager,
  { actor, sessionKey }: { actor: Actor; sessionKey: string },
  { referrals }: LostReport,
): Promise<void> {
  const device = createHash('sha256').update(sessionKey).digest('hex').slice(0, 12);
  await em.transactional(async (tx) => {
    const values = [actor.userId, device, JSON.stringify(referrals)];
    const { length } = await runnerOf(tx)(STORE, values);
    if (length === 0) return;
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'referral.report_lost',
      entity: 'referral',
      details: `${length} ${length === 1 ? 'referral' : 'referrals'} of a device, not here any more, sent again`,
    });
  });
}

const FIND = defineStatement(
  'find-lost-referrals',
  `with found as (
     select l.*, exists (select from referrals r where r.id = l.referral_id)
       or exists (select from referral_tombstones t where t.id = l.referral_id) as is_back
     from lost_referrals l
   ), missing as (
     select f.epoch, u.id, u.username, count(*)::int as count
     from found f join users u on u.id = f.user_id where not f.is_back group by f.epoch, u.id
   )
   select ${isoTime(GAP_FROM, 'from')}, ${isoTime('e.began_at', 'to')}, count(*)::int as total,
     count(distinct f.device)::int as devices, count(*) filter (where f.is_back)::int as back,
     ${isoTime('max(f.reported_at)', 'lastReportedAt')},
     (select coalesce(json_agg(json_build_object(
        'userId', m.id, 'username', m.username, 'count', m.count) order by m.username), '[]')
      from missing m where m.epoch = e.id) as missing
   from found f join epochs e on e.id = f.epoch
   group by e.id having max(f.reported_at) > now() - interval '30 days' order by e.began_at desc`,
);

/** What devices reported as lost in the last 30 days, the latest restore first. */
export function findLostReferrals(em: SqlEntityManager): Promise<LostReferrals[]> {
  return runnerOf(em)<LostReferrals>(FIND, []);
}
