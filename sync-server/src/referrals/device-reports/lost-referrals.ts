import { createHash } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LostReferrals } from '@sunloop/shared-types/referrals/lost-referrals.ts';
import type { Logger } from 'pino';
import { PRESENT_EPOCH } from '../../db/query/epoch.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import type { Actor } from '../../http/context.ts';
import { writeAudit } from '../../ground/audit/service.ts';

const STORE = defineStatement(
  'store-lost-referrals',
  `insert into lost_referrals (referral_id, user_id, device, epoch)
   select unnest($3::text[])::uuid, $1::uuid, $2, ${PRESENT_EPOCH}
   on conflict do nothing returning referral_id`,
);

/**
 * Notes referrals that a device sent again because this server had lost them, and that are stored once more, with a line
 * in the audit log and one in the server's. Safe to repeat.
 */
export async function noteLost(
  em: SqlEntityManager,
  { actor, sessionKey, log }: { actor: Actor; sessionKey: string; log: Logger },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const device = createHash('sha256').update(sessionKey).digest('hex').slice(0, 12);
  await em.transactional(async (tx) => {
    const { length } = await runnerOf(tx)(STORE, [actor.userId, device, ids]);
    if (length === 0) return;
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'referral.report_lost',
      entity: 'referral',
      details: `${length} ${length === 1 ? 'referral' : 'referrals'} of a device, not here any more, sent again`,
    });
    log.warn({ count: length, userId: actor.userId }, 'referrals this server had lost are back');
  });
}

const FIND = defineStatement(
  'find-lost-referrals',
  `with people as (
     select l.epoch, u.id, u.username, count(*)::int as count
     from lost_referrals l join users u on u.id = l.user_id group by l.epoch, u.id
   )
   select count(*)::int as total, count(distinct l.device)::int as devices,
     ${isoTime('min(l.reported_at)', 'firstAt')}, ${isoTime('max(l.reported_at)', 'lastAt')},
     (select coalesce(json_agg(json_build_object(
        'userId', p.id, 'username', p.username, 'count', p.count) order by p.username), '[]')
      from people p where p.epoch = l.epoch) as people
   from lost_referrals l
   group by l.epoch having max(l.reported_at) > now() - interval '30 days'
   order by min(l.reported_at) desc`,
);

/** What devices sent again in the last 30 days because the server had lost it, for each run of the database, the latest first. */
export function findLostReferrals(em: SqlEntityManager): Promise<LostReferrals[]> {
  return runnerOf(em)<LostReferrals>(FIND, []);
}
