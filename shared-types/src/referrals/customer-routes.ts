import * as v from 'valibot';
import { Achievement, Achievements } from '../program/achievement.ts';
import { EnvironmentalImpact } from '../program/impact.ts';
import { PUSH_BODY_LIMIT_BYTES } from '../limits.ts';
import { SentReferral, Referral } from './referral.ts';
import { AvailableReward, RewardHistoryItem, RewardLevel, UserStats } from '../program/reward.ts';
import { Ladder } from '../program/own-ladder.ts';
import type { Route } from '../route.ts';
import { OwnSince, Push, PushAnswer, ReferralDelta } from './sync.ts';
import { Id } from '../values/text.ts';

const ByUserId = v.object({ userId: Id });

/** What a signed-in customer calls (API.md, Customer and Sync). */
export const customerRoutes = {
  addReferral: {
    method: 'POST',
    path: '/api/referrals',
    access: 'session',
    body: SentReferral,
    answers: { 200: Referral, 201: Referral },
  },
  listReferrals: {
    method: 'GET',
    path: '/api/referrals',
    access: 'session',
    answers: { 200: v.array(Referral) },
  },
  pullReferrals: {
    method: 'GET',
    path: '/api/referrals',
    access: 'session',
    query: OwnSince,
    answers: { 200: ReferralDelta },
    whenQuery: 'since',
    hasEtag: false,
  },
  pushReferrals: {
    method: 'POST',
    path: '/api/sync/push',
    access: 'session',
    body: Push,
    answers: { 200: PushAnswer },
    bodyLimitBytes: PUSH_BODY_LIMIT_BYTES,
  },
  stats: { method: 'GET', path: '/api/stats', access: 'session', answers: { 200: UserStats } },
  rewardLevels: {
    method: 'GET',
    path: '/api/rewards/levels',
    access: 'session',
    answers: { 200: v.array(RewardLevel) },
  },
  rewardLadder: {
    method: 'GET',
    path: '/api/rewards/ladder',
    access: 'session',
    answers: { 200: Ladder },
  },
  rewardHistory: {
    method: 'GET',
    path: '/api/rewards/history',
    access: 'session',
    answers: { 200: v.array(RewardHistoryItem) },
  },
  availableRewards: {
    method: 'GET',
    path: '/api/rewards/available',
    access: 'session',
    answers: { 200: v.array(AvailableReward) },
  },
  environmentalImpact: {
    method: 'GET',
    path: '/api/environmental-impact',
    access: 'session',
    answers: { 200: EnvironmentalImpact },
  },
  checkAchievements: {
    method: 'GET',
    path: '/api/achievements/check/:userId',
    access: 'session',
    params: ByUserId,
    answers: { 200: v.array(Achievement) },
    hasEtag: false,
  },
  achievements: {
    method: 'GET',
    path: '/api/achievements/:userId',
    access: 'session',
    params: ByUserId,
    answers: { 200: Achievements },
  },
} as const satisfies Record<string, Route>;
