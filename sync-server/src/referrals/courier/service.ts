import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type {
  CourierFile,
  CourierAnswer,
  CourierRefusal,
} from '@sunloop/shared-types/referrals/courier.ts';
import type { Actor, NoteRow } from '../../http/context.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { keysOf } from '../../ground/keys/service.ts';
import { pushReferrals } from '../sync/service.ts';
import { isProof } from '../../ground/users/courier-credential.ts';
import { isSealed1, openSealed1 } from './open-sealed-1.ts';
import { type Opened, openSealed } from './open-sealed.ts';

/**
 * Takes what somebody sealed and another person carried here: its rows are judged as if the owner had pushed them, so
 * they are stored once, whoever else brings them. The courier learns how many there were, or why it was not taken, and
 * nothing about any row; the owner's own device learns the rest when it sends. Safe to repeat.
 */
export async function deliverHandover(
  em: SqlEntityManager,
  courier: Actor,
  sealed: string,
  note: NoteRow,
): Promise<CourierAnswer> {
  const keys = await keysOf(em, 'handover');
  // The first is gone in 0.2.0 (`open-sealed-1.ts`).
  const opened = isSealed1(sealed) ? openSealed1(sealed, keys) : await openSealed(sealed, keys);
  if (opened.kind !== 'opened') return { outcome: 'refused', why: opened.kind };
  const why = await refusalOf(em, opened);
  const { owner, rows } = opened.handover;
  if (why) {
    // Without proof, anybody may have written that name into it.
    if (why !== 'tampered')
      await audit(em, courier, { owner, action: 'handover.refuse', details: why });
    return { outcome: 'refused', why };
  }
  const { ipAddress, place, userAgent } = courier;
  const actor: Actor = { userId: owner, role: 'customer', ipAddress, place, userAgent };
  for (let at = 0; at < rows.length; at += PUSH_MAX_ROWS) {
    await pushReferrals(em, actor, { referrals: rows.slice(at, at + PUSH_MAX_ROWS) }, note);
  }
  const details = `${rows.length} ${rows.length === 1 ? 'referral' : 'referrals'} of this user, brought sealed by another`;
  await audit(em, courier, { owner, action: 'handover.deliver', details });
  return { outcome: 'delivered', rows: rows.length };
}

interface Owner {
  readonly isErased: boolean;
  readonly isActive: boolean;
  readonly generation: number;
}

const FIND_OWNER = `
  select erased_at is not null as "isErased", is_active = 'true' as "isActive",
    handover_generation as generation
  from users where id = ?`;

type OpenedBox = Extract<Opened, { kind: 'opened' }>;

async function refusalOf(
  em: SqlEntityManager,
  { key, handover: courierFile }: OpenedBox,
): Promise<CourierRefusal | undefined> {
  if (!isProof(key, courierFile, courierFile.token)) return 'tampered';
  const [owner] = await em.execute<Owner[]>(FIND_OWNER, [courierFile.owner]);
  // Rows of users are never deleted: we gave them this proof, and a restore lost them.
  return owner ? refusalBy(owner, courierFile) : 'unknown_owner';
}

function refusalBy(owner: Owner, { generation }: CourierFile): CourierRefusal | undefined {
  if (owner.isErased) return 'erased';
  if (!owner.isActive) return 'inactive';
  // A later one was proven, too: a restore lost that it began.
  return owner.generation <= generation ? undefined : 'ended';
}

async function audit(
  em: SqlEntityManager,
  courier: Actor,
  { owner, ...deed }: { owner: string; action: string; details: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    writeAudit(tx, courier, { userId: courier.userId, entity: 'user', entityId: owner, ...deed });
  });
}
