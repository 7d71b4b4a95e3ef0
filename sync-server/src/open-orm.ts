import { openOrmOf, type OpenOrmOptions } from './db/orm.ts';
import { AchievementEntity, UserAchievementEntity } from './features/achievements/entities.ts';
import { AuditLogEntity } from './features/audit/entities.ts';
import { EnvironmentalImpactEntity } from './features/impact/entities.ts';
import { QuoteEntity } from './features/quotes/entities.ts';
import { ReferralEntity, ReferralTombstoneEntity } from './features/referrals/entities.ts';
import {
  AvailableRewardEntity,
  RewardHistoryEntity,
  RewardLevelEntity,
  RewardTierEntity,
} from './features/rewards/entities.ts';
import { LoginAttemptEntity, SessionEntity } from './features/session/entities.ts';
import { SystemSettingEntity } from './features/settings/entities.ts';
import { cleanAvatarOrNone } from './features/users/avatar.ts';
import { UserEntity } from './features/users/entities.ts';

const entities = [
  AchievementEntity,
  AuditLogEntity,
  AvailableRewardEntity,
  EnvironmentalImpactEntity,
  LoginAttemptEntity,
  QuoteEntity,
  ReferralEntity,
  ReferralTombstoneEntity,
  RewardHistoryEntity,
  RewardLevelEntity,
  RewardTierEntity,
  SessionEntity,
  SystemSettingEntity,
  UserAchievementEntity,
  UserEntity,
];

/** Opens the database with the tables of all features; see `openOrmOf`. */
export function openOrm(options: Omit<OpenOrmOptions, 'entities' | 'cleanAvatar'>) {
  return openOrmOf({ ...options, entities, cleanAvatar: cleanAvatarOrNone });
}
