import { LockMode, type SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  AvailableRewardChange,
  NewAvailableReward,
} from '@sunloop/shared-types/program/admin-reward.ts';
import type { AvailableReward } from '@sunloop/shared-types/program/reward.ts';
import type { Actor } from '../../../http/context.ts';
import { notFound } from '../../../http/errors.ts';
import { sentFields } from '../../../http/parse.ts';
import { changesOf } from '../../../ground/audit/changes-of.ts';
import { writeAudit, type AuditDeed } from '../../../ground/audit/service.ts';
import { AvailableRewardEntity } from '../entities.ts';

/** Adds a reward that the rewards page advertises. */
export async function addAvailable(
  em: SqlEntityManager,
  actor: Actor,
  given: NewAvailableReward,
): Promise<AvailableReward> {
  return em.transactional(async (tx) => {
    const reward = tx.create(AvailableRewardEntity, {
      ...given,
      description: given.description ?? null,
    });
    await tx.flush();
    auditReward(tx, actor, { action: 'reward.create', reward, details: summaryOf(reward) });
    return presentAvailable(reward);
  });
}

/** Changes an advertised reward; what is absent stays, null clears. Throws 404. */
export async function changeAvailable(
  em: SqlEntityManager,
  actor: Actor,
  { id, change }: { id: string; change: AvailableRewardChange },
): Promise<AvailableReward> {
  return em.transactional(async (tx) => {
    const reward = await requireAvailable(tx, id);
    const changes = changesOf<AvailableRewardChange>(reward, change);
    tx.assign(reward, sentFields(change));
    auditReward(tx, actor, { action: 'reward.change', reward, changes });
    return presentAvailable(reward);
  });
}

/** Takes a reward off the rewards page; throws 404. */
export async function deleteAvailable(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    const reward = await requireAvailable(tx, id);
    auditReward(tx, actor, { action: 'reward.delete', reward, details: summaryOf(reward) });
    tx.remove(reward);
  });
}

async function requireAvailable(tx: SqlEntityManager, id: string): Promise<AvailableRewardEntity> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const reward = await tx.findOne(AvailableRewardEntity, id, { lockMode });
  if (!reward) throw notFound('There is no such reward');
  return reward;
}

const summaryOf = ({ name, amount }: AvailableRewardEntity) => `${name}: ${amount}`;

function auditReward(
  tx: SqlEntityManager,
  actor: Actor,
  { reward, ...line }: AuditDeed & { reward: AvailableRewardEntity },
): void {
  const entity = 'available_reward';
  writeAudit(tx, actor, { ...line, userId: actor.userId, entity, entityId: reward.id });
}

function presentAvailable(reward: AvailableRewardEntity): AvailableReward {
  return {
    id: reward.id,
    name: reward.name,
    description: reward.description ?? null,
    amount: reward.amount,
    requiredReferrals: reward.requiredReferrals,
    createdAt: reward.createdAt.toISOString(),
  };
}
