import { defineEntity, p } from '@mikro-orm/postgresql';
import type {
  AchievementIcon,
  AchievementType,
  Rarity,
} from '@sunloop/shared-types/program/achievement.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { ownId } from '../../ground/entities.ts';
import { UserEntity } from '../../ground/users/entities.ts';

const achievementSchema = defineEntity({
  name: 'AchievementEntity',
  tableName: 'achievements',
  properties: {
    id: ownId(),
    title: p.text(),
    description: p.text(),
    type: p.text().$type<AchievementType>(),
    icon: p.text().$type<AchievementIcon>().default('trophy'),
    rarity: p.text().$type<Rarity>().default('common'),
    requiredCount: p.integer().default(0),
    reward: p.text().nullable(),
    isActive: p.text().$type<Flag>().default('true'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `achievements`. */
export class AchievementEntity extends achievementSchema.class {}
achievementSchema.setClass(AchievementEntity);

const userAchievementSchema = defineEntity({
  name: 'UserAchievementEntity',
  tableName: 'user_achievements',
  properties: {
    id: ownId(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id'),
    achievementId: () => p.manyToOne(AchievementEntity).mapToPk().joinColumn('achievement_id'),
    progress: p.integer().default(0),
    isEarned: p.text().$type<Flag>().default('false'),
    earnedAt: p.datetime(3).nullable(),
    /** When the user's own check call fetched it for the popup; each is delivered once. */
    deliveredAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `user_achievements`: one per user and achievement. */
export class UserAchievementEntity extends userAchievementSchema.class {}
userAchievementSchema.setClass(UserAchievementEntity);
