import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { AchievementType } from '@sunloop/shared-types/program/achievement.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import type { Orm } from '../../../src/db/orm.ts';
import type { AchievementEntity } from '../../../src/program/achievements/entities.ts';
import { UserAchievementEntity } from '../../../src/program/achievements/entities.ts';
import { EnvironmentalImpactEntity } from '../../../src/program/impact/entities.ts';
import { ReferralEntity } from '../../../src/referrals/entities.ts';
import { RewardHistoryEntity } from '../../../src/program/rewards/entities.ts';
import { UserEntity } from '../../../src/ground/users/entities.ts';
import { newReferralCode } from '../../../src/ground/users/referral-code.ts';
import { referenceTiers } from '../reference/rewards.ts';
import { referenceSettings } from '../reference/settings.ts';
import type { DemoCustomer, DemoReferral } from './people.ts';

type EntityManager = Orm['em'];

interface CustomerInput {
  customer: DemoCustomer;
  password: string;
  achievements: readonly AchievementEntity[];
  /** Who marked the older rewards as paid. */
  adminId: string;
  now: Date;
}

/** Rewards of referrals entered before this are marked as paid; the others are owed. */
const PAID_BEFORE_DAYS = 100;

/** Adds a demo customer with referrals, the rewards they earned, achievements and impact. */
export function addCustomer(
  em: EntityManager,
  { customer, password, achievements, adminId, now }: CustomerInput,
) {
  const { referrals, ...fields } = customer;
  const firstDay = Math.max(1, ...referrals.map((referral) => referral.daysAgo)) + 7;
  const { id: userId } = em.create(UserEntity, {
    ...fields,
    password,
    emailConfirmedAt: now,
    referralCode: newReferralCode(),
    createdAt: daysBefore(now, firstDay),
  });
  const completed = referrals.filter((referral) => referral.status === 'completed');
  for (const referral of referrals) {
    const place = completed.indexOf(referral);
    addReferral(em, { userId, referral, ordinal: place < 0 ? null : place + 1, adminId, now });
  }
  const counts = countsOf(referrals.length, completed.length);
  for (const { id: achievementId, type, requiredCount } of achievements) {
    const progress = Math.min(counts[type], requiredCount);
    const isEarned = progress === requiredCount;
    addProgress(em, { userId, achievementId, progress, isEarned, now });
  }
  if (completed.length > 0) addImpact(em, userId, completed.length, now);
}

function countsOf(submitted: number, completed: number): Record<AchievementType, number> {
  const cents = Array.from({ length: completed }, (_, index) => parseCents(rewardOf(index + 1)));
  return {
    referrals_submitted: submitted,
    referrals_completed: completed,
    rewards_earned: cents.reduce((sum, amount) => sum + amount, 0) / 100,
  };
}

interface ReferralInput {
  userId: string;
  referral: DemoReferral;
  ordinal: number | null;
  now: Date;
  adminId: string;
}

function addReferral(
  em: EntityManager,
  { userId, referral, ordinal, adminId, now }: ReferralInput,
): void {
  const taken = daysBefore(now, referral.daysAgo);
  const paid = daysBefore(now, Math.max(0, referral.daysAgo - 45));
  const { id } = em.create(ReferralEntity, {
    userId,
    name: referral.name,
    email: referral.email,
    phone: referral.phone,
    status: referral.status,
    ordinal,
    ...(ordinal !== null && { reward: rewardOf(ordinal) }),
    date: taken,
    createdAt: taken,
    updatedAt: ordinal === null ? taken : paid,
  });
  if (ordinal === null) return;
  const amount = rewardOf(ordinal);
  em.create(RewardHistoryEntity, {
    userId,
    referralId: id,
    amount,
    amountCents: parseCents(amount),
    description: `Reward for ${referral.name}`,
    date: paid,
    createdAt: paid,
    ...(referral.daysAgo > PAID_BEFORE_DAYS && { paidAt: paid, paidBy: adminId }),
  });
}

interface ProgressInput {
  userId: string;
  achievementId: string;
  progress: number;
  isEarned: boolean;
  now: Date;
}

function addProgress(em: EntityManager, { isEarned, now, ...fields }: ProgressInput): void {
  em.create(UserAchievementEntity, {
    ...fields,
    isEarned: isEarned ? 'true' : 'false',
    ...(isEarned && { earnedAt: daysBefore(now, 1), deliveredAt: daysBefore(now, 1) }),
  });
}

function addImpact(em: EntityManager, userId: string, completedCount: number, now: Date): void {
  const tons = completedCount * setting('impact.tons_per_referral');
  em.create(EnvironmentalImpactEntity, {
    userId,
    carbonSavedTons: String(Number(tons.toFixed(2))),
    treesEquivalent: Math.round(tons * setting('impact.trees_per_ton')),
    homesPowered: Math.round(tons * setting('impact.homes_per_ton')),
    pollutionReduced: String(Math.round(tons * setting('impact.pounds_per_ton'))),
    lastCalculated: now,
  });
}

function rewardOf(ordinal: number): string {
  const tier = referenceTiers.findLast(({ minReferrals }) => minReferrals <= ordinal);
  return tier?.rewardAmount ?? '';
}

function setting(key: string): number {
  return Number(referenceSettings.find((line) => line.key === key)?.value);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
