import * as v from 'valibot';
import { AchievementChange, AchievementDefinition, NewAchievement } from './admin-achievement.ts';
import {
  PayoutCsvQuery,
  PayoutMonthQuery,
  Setting,
  SettingChange,
  SettingKey,
} from '../ground/admin.ts';
import {
  AvailableRewardChange,
  NewAvailableReward,
  NewRewardTier,
  Payout,
  PromisedRungs,
  RewardTier,
  RewardTierChange,
} from './admin-reward.ts';
import { PayoutMark, PayRun, TaxForm } from './payouts.ts';
import { PayoutMonth } from './reports.ts';
import { AvailableReward } from './reward.ts';
import { TOUCHED_BY } from '../referrals/admin-touches.ts';
import type { Route } from '../route.ts';
import { ById } from '../values/text.ts';

const nothing = v.undefined();

/** Settings, tiers, rewards, achievements and payouts, for admins (API.md, Admin). */
export const adminProgrammeRoutes = {
  settings: {
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    answers: { 200: v.array(Setting) },
  },
  changeSetting: {
    method: 'PUT',
    path: '/api/admin/settings/:key',
    access: 'admin',
    touches: TOUCHED_BY.setting,
    params: SettingKey,
    body: SettingChange,
    answers: { 200: Setting },
  },
  rewardTiers: {
    method: 'GET',
    path: '/api/admin/reward-tiers',
    access: 'admin',
    answers: { 200: v.array(RewardTier) },
  },
  promisedRungs: {
    method: 'GET',
    path: '/api/admin/reward-tiers/promised',
    access: 'admin',
    answers: { 200: v.array(PromisedRungs) },
  },
  addRewardTier: {
    method: 'POST',
    path: '/api/admin/reward-tiers',
    access: 'admin',
    touches: TOUCHED_BY.tier,
    body: NewRewardTier,
    answers: { 201: RewardTier },
  },
  changeRewardTier: {
    method: 'PUT',
    path: '/api/admin/reward-tiers/:id',
    access: 'admin',
    touches: TOUCHED_BY.tier,
    params: ById,
    body: RewardTierChange,
    answers: { 200: RewardTier },
  },
  deleteRewardTier: {
    method: 'DELETE',
    path: '/api/admin/reward-tiers/:id',
    access: 'admin',
    touches: TOUCHED_BY.tier,
    params: ById,
    answers: { 204: nothing },
  },
  adminRewards: {
    method: 'GET',
    path: '/api/admin/rewards',
    access: 'admin',
    answers: { 200: v.array(AvailableReward) },
  },
  addAvailableReward: {
    method: 'POST',
    path: '/api/admin/rewards',
    access: 'admin',
    touches: TOUCHED_BY.reward,
    body: NewAvailableReward,
    answers: { 201: AvailableReward },
  },
  changeAvailableReward: {
    method: 'PUT',
    path: '/api/admin/rewards/:id',
    access: 'admin',
    touches: TOUCHED_BY.reward,
    params: ById,
    body: AvailableRewardChange,
    answers: { 200: AvailableReward },
  },
  deleteAvailableReward: {
    method: 'DELETE',
    path: '/api/admin/rewards/:id',
    access: 'admin',
    touches: TOUCHED_BY.reward,
    params: ById,
    answers: { 204: nothing },
  },
  adminAchievements: {
    method: 'GET',
    path: '/api/admin/achievements',
    access: 'admin',
    answers: { 200: v.array(AchievementDefinition) },
  },
  addAchievement: {
    method: 'POST',
    path: '/api/admin/achievements',
    access: 'admin',
    touches: TOUCHED_BY.achievement,
    body: NewAchievement,
    answers: { 201: AchievementDefinition },
  },
  changeAchievement: {
    method: 'PUT',
    path: '/api/admin/achievements/:id',
    access: 'admin',
    touches: TOUCHED_BY.achievement,
    params: ById,
    body: AchievementChange,
    answers: { 200: AchievementDefinition },
  },
  deleteAchievement: {
    method: 'DELETE',
    path: '/api/admin/achievements/:id',
    access: 'admin',
    touches: TOUCHED_BY.achievement,
    params: ById,
    answers: { 204: nothing },
  },
  payouts: {
    method: 'GET',
    path: '/api/admin/payouts',
    access: 'admin',
    answers: { 200: v.array(Payout) },
  },
  payoutMonths: {
    method: 'GET',
    path: '/api/admin/payouts/months',
    access: 'admin',
    answers: { 200: v.array(PayoutMonth) },
  },
  /** Everybody who is owed money, and what for. */
  payRun: {
    method: 'GET',
    path: '/api/admin/payouts/owed',
    access: 'admin',
    answers: { 200: PayRun },
  },
  noteTaxForm: {
    method: 'PUT',
    path: '/api/admin/users/:id/tax-form',
    access: 'admin',
    touches: TOUCHED_BY.taxForm,
    params: ById,
    body: TaxForm,
    answers: { 200: TaxForm },
  },
  markPayouts: {
    method: 'POST',
    path: '/api/admin/payouts/paid',
    access: 'admin',
    touches: TOUCHED_BY.payout,
    body: PayoutMark,
    answers: { 200: v.array(Payout) },
  },
  // Must come before `payoutsOfMonth`: with both parameters the file is meant.
  payoutsCsv: {
    method: 'GET',
    path: '/api/admin/payouts',
    access: 'admin',
    query: PayoutCsvQuery,
    answers: { 200: v.string() },
    whenQuery: 'format',
  },
  payoutsOfMonth: {
    method: 'GET',
    path: '/api/admin/payouts',
    access: 'admin',
    query: PayoutMonthQuery,
    answers: { 200: v.array(Payout) },
    whenQuery: 'month',
  },
} as const satisfies Record<string, Route>;
