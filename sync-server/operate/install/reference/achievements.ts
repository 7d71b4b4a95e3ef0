import type { NewAchievement } from '@sunloop/shared-types/program/admin-achievement.ts';

type ReferenceAchievement = Pick<
  NewAchievement,
  'title' | 'description' | 'type' | 'icon' | 'rarity' | 'requiredCount'
>;

/** The initial set, in the order in which a referrer reaches them; `rewards_earned` counts whole dollars. */
export const referenceAchievements: readonly ReferenceAchievement[] = [
  {
    title: 'First Ray',
    description: 'Submit your first referral',
    type: 'referrals_submitted',
    icon: 'star',
    rarity: 'common',
    requiredCount: 1,
  },
  {
    title: 'Spreading Sunshine',
    description: 'Submit 5 referrals',
    type: 'referrals_submitted',
    icon: 'target',
    rarity: 'common',
    requiredCount: 5,
  },
  {
    title: 'Neighbourhood Voice',
    description: 'Submit 10 referrals',
    type: 'referrals_submitted',
    icon: 'zap',
    rarity: 'rare',
    requiredCount: 10,
  },
  {
    title: 'Community Builder',
    description: 'Submit 25 referrals',
    type: 'referrals_submitted',
    icon: 'award',
    rarity: 'epic',
    requiredCount: 25,
  },
  {
    title: 'First Install',
    description: 'See your first referral go solar',
    type: 'referrals_completed',
    icon: 'trophy',
    rarity: 'common',
    requiredCount: 1,
  },
  {
    title: 'Bright Streak',
    description: 'See 3 referrals go solar',
    type: 'referrals_completed',
    icon: 'award',
    rarity: 'rare',
    requiredCount: 3,
  },
  {
    title: 'Solar Advocate',
    description: 'See 5 referrals go solar',
    type: 'referrals_completed',
    icon: 'star',
    rarity: 'rare',
    requiredCount: 5,
  },
  {
    title: 'Powerhouse',
    description: 'See 10 referrals go solar',
    type: 'referrals_completed',
    icon: 'zap',
    rarity: 'epic',
    requiredCount: 10,
  },
  {
    title: 'Solar Legend',
    description: 'See 25 referrals go solar',
    type: 'referrals_completed',
    icon: 'crown',
    rarity: 'legendary',
    requiredCount: 25,
  },
  {
    title: 'First Reward',
    description: 'Earn $300 in rewards',
    type: 'rewards_earned',
    icon: 'gift',
    rarity: 'common',
    requiredCount: 300,
  },
  {
    title: 'Four Figures',
    description: 'Earn $1,000 in rewards',
    type: 'rewards_earned',
    icon: 'trophy',
    rarity: 'rare',
    requiredCount: 1000,
  },
  {
    title: 'Big Earner',
    description: 'Earn $2,500 in rewards',
    type: 'rewards_earned',
    icon: 'gift',
    rarity: 'epic',
    requiredCount: 2500,
  },
  {
    title: 'Golden Sun',
    description: 'Earn $5,000 in rewards',
    type: 'rewards_earned',
    icon: 'crown',
    rarity: 'legendary',
    requiredCount: 5000,
  },
];
