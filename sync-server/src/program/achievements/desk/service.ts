import { LockMode, type SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  AchievementChange,
  AchievementDefinition,
  NewAchievement,
} from '@sunloop/shared-types/program/admin-achievement.ts';
import type { Actor } from '../../../http/context.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import { sentFields } from '../../../http/parse.ts';
import { AchievementEntity } from '../entities.ts';
import { changesOf } from '../../../ground/audit/changes-of.ts';
import { writeAudit, type AuditDeed } from '../../../ground/audit/service.ts';

/** All achievements, including inactive ones, in the order in which they are earned. */
export async function findDefinitions(em: SqlEntityManager): Promise<AchievementDefinition[]> {
  const orderBy = { type: 'asc', requiredCount: 'asc', createdAt: 'asc', id: 'asc' } as const;
  return (await em.find(AchievementEntity, {}, { orderBy })).map(presentDefinition);
}

/** Creates an achievement; it counts from a user's next act (DESIGN.md, Rewards). */
export async function addAchievement(
  em: SqlEntityManager,
  actor: Actor,
  given: NewAchievement,
): Promise<AchievementDefinition> {
  return em.transactional(async (tx) => {
    const achievement = tx.create(AchievementEntity, { ...given, reward: given.reward ?? null });
    await tx.flush();
    const action = 'achievement.create';
    auditAchievement(tx, actor, { action, achievement, details: achievement.title });
    return presentDefinition(achievement);
  });
}

/** Changes an achievement; what is absent stays, null clears. People who earned it keep it. Throws 404. */
export async function changeAchievement(
  em: SqlEntityManager,
  actor: Actor,
  { id, change }: { id: string; change: AchievementChange },
): Promise<AchievementDefinition> {
  return em.transactional(async (tx) => {
    const achievement = await requireAchievement(tx, id);
    const changes = changesOf<AchievementChange>(achievement, change);
    tx.assign(achievement, sentFields(change));
    auditAchievement(tx, actor, { action: 'achievement.change', achievement, changes });
    return presentDefinition(achievement);
  });
}

/** Deletes an achievement with everybody's progress; throws 404, 409 `in_use` if somebody earned it. */
export async function deleteAchievement(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    // Nobody may make progress meanwhile: it would be earned unnoticed, or point at a deleted row.
    await tx.execute('lock table user_achievements in share row exclusive mode');
    const achievement = await requireAchievement(tx, id);
    await requireUnearned(tx, id);
    const action = 'achievement.delete';
    auditAchievement(tx, actor, { action, achievement, details: achievement.title });
    tx.remove(achievement);
  });
}

async function requireUnearned(tx: SqlEntityManager, id: string): Promise<void> {
  const earned = await tx.execute(
    "select 1 from user_achievements where achievement_id = ? and is_earned = 'true' limit 1",
    [id],
  );
  if (earned.length === 0) return;
  throw conflict('in_use', 'Somebody has earned this. Make it inactive instead.');
}

async function requireAchievement(tx: SqlEntityManager, id: string): Promise<AchievementEntity> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const achievement = await tx.findOne(AchievementEntity, id, { lockMode });
  if (!achievement) throw notFound('There is no such achievement');
  return achievement;
}

function auditAchievement(
  tx: SqlEntityManager,
  actor: Actor,
  { achievement, ...line }: AuditDeed & { achievement: AchievementEntity },
): void {
  const entityId = achievement.id;
  writeAudit(tx, actor, { ...line, userId: actor.userId, entity: 'achievement', entityId });
}

function presentDefinition(achievement: AchievementEntity): AchievementDefinition {
  return {
    id: achievement.id,
    title: achievement.title,
    description: achievement.description,
    type: achievement.type,
    icon: achievement.icon,
    rarity: achievement.rarity,
    requiredCount: achievement.requiredCount,
    reward: achievement.reward ?? null,
    isActive: achievement.isActive,
    createdAt: achievement.createdAt.toISOString(),
  };
}
