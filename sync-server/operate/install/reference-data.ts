import { parseCents } from '@sunloop/shared-types/values/money.ts';
import type { Orm } from '../../src/db/orm.ts';
import { AchievementEntity } from '../../src/program/achievements/entities.ts';
import {
  AvailableRewardEntity,
  RewardLevelEntity,
  RewardTierEntity,
} from '../../src/program/rewards/entities.ts';
import { SystemSettingEntity } from '../../src/ground/settings/entities.ts';
import { referenceAchievements } from './reference/achievements.ts';
import { referenceRewards, referenceTiers } from './reference/rewards.ts';
import { referenceSettings } from './reference/settings.ts';

type EntityManager = Orm['em'];

interface Item {
  /** Never reused: an item is written only once under its name. */
  name: string;
  create: (em: EntityManager) => void;
}

const items: readonly Item[] = [
  ...referenceTiers.map((tier) => ({
    name: `tier:${tier.name}`,
    create: (em: EntityManager) => createTier(em, tier),
  })),
  ...referenceRewards.map((reward) => ({
    name: `reward:${reward.name}`,
    create: (em: EntityManager) => void em.create(AvailableRewardEntity, { ...reward }),
  })),
  ...referenceAchievements.map((achievement) => ({
    name: `achievement:${achievement.title}`,
    create: (em: EntityManager) => void em.create(AchievementEntity, { ...achievement }),
  })),
  ...referenceSettings.map((setting) => ({
    name: `setting:${setting.key}`,
    create: (em: EntityManager) => void em.create(SystemSettingEntity, { ...setting }),
  })),
];

/**
 * Writes the rows every install needs and returns the names of the new ones. Each is written once in a
 * database's life, so an admin's changes and deletions stay. Safe to run from several processes at once.
 */
export async function writeReferenceData(orm: Orm): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    const rows = await em.execute<{ name: string }[]>(
      `insert into reference_data (name) select unnest(array[?])
       on conflict (name) do nothing returning name`,
      [items.map((item) => item.name)],
    );
    const isNew = new Set(rows.map((row) => row.name));
    const fresh = items.filter((item) => isNew.has(item.name));
    for (const item of fresh) item.create(em);
    return fresh.map((item) => item.name);
  });
}

/** A level is what customers see of a tier. */
function createTier(em: EntityManager, tier: (typeof referenceTiers)[number]): void {
  const { id } = em.create(RewardTierEntity, {
    ...tier,
    requiredReferrals: tier.minReferrals,
    amountCents: parseCents(tier.rewardAmount),
  });
  em.create(RewardLevelEntity, {
    tierId: id,
    level: tier.level,
    name: tier.name,
    requiredReferrals: tier.minReferrals,
    reward: tier.rewardAmount,
  });
}
