import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AuditLog, AuditLogQuery } from '@sunloop/shared-types';
import { isoTime } from '../../db/iso-time.ts';
import { readReplica } from '../../db/replica.ts';

/** Audit lines newest first, at most `limit`, those before the line with the id `before`. */
export function findAuditLogs(
  em: SqlEntityManager,
  { limit, before }: AuditLogQuery,
): Promise<AuditLog[]> {
  const position = '(select created_at, id from audit_logs where id = :before)';
  return readReplica<AuditLog>(
    em,
    `select a.id, a.user_id as "userId", u.username, a.action, a.entity, a.entity_id as "entityId",
       a.details, a.ip_address as "ipAddress", a.user_agent as "userAgent",
       ${isoTime('a.created_at', 'createdAt')}
     from audit_logs a left join users u on u.id = a.user_id
     ${before === undefined ? '' : `where (a.created_at, a.id) < ${position}`}
     order by a.created_at desc, a.id desc limit :limit`,
    { limit, before: before ?? null },
  );
}
