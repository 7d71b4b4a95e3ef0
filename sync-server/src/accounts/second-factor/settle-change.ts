import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type Source, writeAudit } from '../../ground/audit/service.ts';
import { tellAccountChanged } from '../../messages/mail/tell/tell.ts';
import { endSessions } from '../session/end-sessions.ts';

interface FactorChange {
  /** Whose second factor it is. */
  readonly userId: string;
  readonly action: string;
  /** Who did it, if not they; null for the operator. */
  readonly actorId?: string | null;
  /** Key of the session that stays. */
  readonly except?: string;
}

/** What every change of a second factor means: other sessions end, the log has it, and the person is told. */
export async function settleChange(
  tx: SqlEntityManager,
  source: Source,
  { userId, action, actorId = userId, except }: FactorChange,
): Promise<void> {
  await endSessions(tx, userId, except);
  writeAudit(tx, source, { userId: actorId, action, entity: 'user', entityId: userId });
  await tellAccountChanged(tx, { userId, what: 'second_factor' });
}
