import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AuditCsvQuery, AuditLogQuery } from '@sunloop/shared-types/ground/admin.ts';
import type { AuditLog, ReferralEvent } from '@sunloop/shared-types/ground/audit.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { officeStart } from '../../db/query/today.ts';

/** Filters of the log; days are the office's, both inclusive. */
export type AuditFilter = Omit<AuditCsvQuery, 'format'>;

const CONDITIONS: Readonly<Record<keyof AuditFilter | 'before', string>> = {
  action: 'a.action = :action',
  entity: 'a.entity = :entity',
  userId: 'a.user_id = :userId::uuid',
  from: `a.created_at >= (select ${officeStart(':from::date')})`,
  to: `a.created_at < (select ${officeStart(':to::date + 1')})`,
  before: '(a.created_at, a.id) < (select created_at, id from audit_logs where id = :before)',
};

const ENTITY_ID = `case when a.entity_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then a.entity_id::uuid end`;

// Names are looked up when they are read, so that the log has none of somebody who was erased. What a line about payouts
// marked was written in its transaction, and so has its time.
const SUBJECT = `
  case a.entity
    when 'user' then (select username from users where id = ${ENTITY_ID})
    when 'referral' then (select name from referrals where id = ${ENTITY_ID})
    when 'quote' then (select name from quotes where id = ${ENTITY_ID})
    when 'payout' then (
      select array_to_string((array_agg(username order by username))[1:3], ', ')
        || case when count(*) > 3 then ' and ' || count(*) - 3 || ' more' else '' end
      from (
        select distinct p.id, p.username
        from payout_marks m join reward_history h on h.id = m.reward_id join users p on p.id = h.user_id
        where m.marked_at = a.created_at and m.marked_by = a.user_id
      ) marked)
  end as subject`;

/** Audit lines older than the one with the id `before`, newest first, at most `limit`. */
export function findAuditLogs(
  em: SqlEntityManager,
  { limit, ...narrowing }: AuditLogQuery,
): Promise<AuditLog[]> {
  const conditions = Object.entries(CONDITIONS)
    .filter(([name]) => narrowing[name as keyof typeof narrowing] !== undefined)
    .map(([, condition]) => condition);
  return em.execute<AuditLog[]>(
    `select a.id, a.user_id as "userId", u.username, a.action, a.entity, a.entity_id as "entityId",
       ${SUBJECT}, a.details, a.changes, a.ip_address as "ipAddress", a.user_agent as "userAgent",
       ${isoTime('a.created_at', 'createdAt')}
     from audit_logs a left join users u on u.id = a.user_id
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by a.created_at desc, a.id desc limit :limit`,
    { ...narrowing, limit },
  );
}

/** What was done to one row, oldest first. */
export function findEventsOf(
  em: SqlEntityManager,
  { entity, entityId }: { entity: string; entityId: string },
): Promise<ReferralEvent[]> {
  return em.execute<ReferralEvent[]>(
    `select a.id, a.action, a.details, a.changes, u.username, ${isoTime('a.created_at', 'createdAt')}
     from audit_logs a left join users u on u.id = a.user_id
     where a.entity_id = :entityId and a.entity = :entity order by a.created_at, a.id`,
    { entity, entityId },
  );
}
