import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AuditChange } from '@sunloop/shared-types/ground/audit.ts';
import { ownId } from '../entities.ts';
import { UserEntity } from '../users/entities.ts';

const schema = defineEntity({
  name: 'AuditLogEntity',
  tableName: 'audit_logs',
  properties: {
    id: ownId(),
    /** Who did it; null if nobody was signed in. */
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').nullable(),
    action: p.text(),
    entity: p.text(),
    entityId: p.text().nullable(),
    /** What changed, for people; never a secret. */
    details: p.text().nullable(),
    /** The same as data; null where only the text tells. */
    changes: p.json<readonly AuditChange[]>().nullable(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `audit_logs`, written in the transaction of what it records. */
export class AuditLogEntity extends schema.class {}
schema.setClass(AuditLogEntity);
