import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type AuditChange, describeChange } from '@sunloop/shared-types/ground/audit.ts';
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
  readonly changes?: readonly AuditChange[];
  /** What happened, for people; told by the changes if absent. */
  readonly details?: string;
}

/** What an audit line says was done. */
export type AuditDeed = Pick<AuditLine, 'action' | 'changes' | 'details'>;

/** Where a change came from. */
export type Source = Pick<Client, 'userAgent'> & { readonly ipAddress: string | null };

/** Source of what a command on the server itself does. */
export const ON_THE_SERVER: Source = { ipAddress: null, userAgent: null };

/**
 * Adds an audit line to the caller's transaction, so that the change and its line are stored together or not
 * at all.
 */
export function writeAudit(em: SqlEntityManager, client: Source, line: AuditLine): void {
  const { ipAddress, userAgent } = client;
  const details = line.details ?? (line.changes && describe(line.changes)) ?? null;
  em.persist(em.create(AuditLogEntity, { ...line, details, ipAddress, userAgent }));
}

const describe = (changes: readonly AuditChange[]) =>
  changes.map(describeChange).join('; ') || 'nothing changed';
