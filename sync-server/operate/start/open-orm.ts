import { openOrmOf, type OpenOrmOptions } from '../../src/db/orm.ts';
import {
  AchievementEntity,
  UserAchievementEntity,
} from '../../src/program/achievements/entities.ts';
import { AuditLogEntity } from '../../src/ground/audit/entities.ts';
import { EnvironmentalImpactEntity } from '../../src/program/impact/entities.ts';
import { QuoteEntity } from '../../src/visitors/quotes/entities.ts';
import { ReferralEntity, ReferralTombstoneEntity } from '../../src/referrals/entities.ts';
import {
  AvailableRewardEntity,
  RewardHistoryEntity,
  RewardLevelEntity,
  RewardTierEntity,
} from '../../src/program/rewards/entities.ts';
import { LoginAttemptEntity, SessionEntity } from '../../src/accounts/session/entities.ts';
import { SystemSettingEntity } from '../../src/ground/settings/entities.ts';
import { cleanAvatarOrNone } from '../../src/ground/users/avatar.ts';
import { UserEntity } from '../../src/ground/users/entities.ts';
import { keepsLooks } from '../../src/ground/users/keeps-looks.ts';
import { lookOf } from '../../src/ground/users/look.ts';

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
export function openOrm(
  options: Omit<OpenOrmOptions, 'entities' | 'subscribers' | 'cleanAvatar' | 'lookOf'>,
) {
  return openOrmOf({
    ...options,
    entities,
    subscribers: [keepsLooks],
    cleanAvatar: cleanAvatarOrNone,
    lookOf,
  });
}
