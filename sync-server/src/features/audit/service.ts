import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Client } from '../../http/context.ts';
import { AuditLogEntity } from './entities.ts';

export interface AuditLine {
  /** Who did it; null if nobody was signed in. */
  readonly userId: string | null;
  /** `entity.verb`, e.g. `session.login`. */
  readonly action: string;
  readonly entity: string;
  readonly entityId?: string;
  /** What changed; never a secret. */
  readonly details?: string;
}

/**
 * Adds an audit line to the caller's transaction, so that the change and its line are stored together or not
 * at all.
 */
export function writeAudit(em: SqlEntityManager, client: Client, line: AuditLine): void {
  const { ipAddress, userAgent } = client;
  em.persist(em.create(AuditLogEntity, { ...line, ipAddress, userAgent }));
}
