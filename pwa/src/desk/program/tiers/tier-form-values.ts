import { NewRewardTier, type RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import type { PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';
import * as v from 'valibot';
import {
  numberField,
  numberIn,
  optionalNumberField,
  optionalNumberIn,
  requiredField,
} from '../../../ui/forms/form-values.ts';

const { entries } = NewRewardTier;

/** The form of a tier as typed; its output is the body of the call. */
export const TierForm = v.pipe(
  v.object({
    level: numberField(entries.level),
    name: requiredField('Name is required', entries.name),
    requiredReferrals: numberField(entries.requiredReferrals),
    minReferrals: optionalNumberField(entries.minReferrals.wrapped),
    maxReferrals: optionalNumberField(entries.maxReferrals.wrapped),
    rewardAmount: requiredField('Reward amount is required', entries.rewardAmount),
    description: entries.description,
    isActive: entries.isActive,
  }),
  v.forward(
    v.partialCheck(
      [['minReferrals'], ['maxReferrals'], ['requiredReferrals']],
      ({ minReferrals, maxReferrals, requiredReferrals }) =>
        maxReferrals === null || maxReferrals >= (minReferrals ?? requiredReferrals),
      'Must not be before the first referral it pays',
    ),
    ['maxReferrals'],
  ),
);
export type TierInput = v.InferOutput<typeof TierForm>;

/** SPEC §9, Default new tier form. */
export const NEW_TIER = {
  level: '1',
  name: '',
  requiredReferrals: '1',
  minReferrals: '',
  maxReferrals: '',
  rewardAmount: '$300',
  description: '',
  isActive: 'true',
};
export type TierValues = typeof NEW_TIER;

export function valuesOf(tier: RewardTier): TierValues {
  return {
    level: String(tier.level),
    name: tier.name,
    requiredReferrals: String(tier.requiredReferrals),
    minReferrals: String(tier.minReferrals),
    maxReferrals: tier.maxReferrals === null ? '' : String(tier.maxReferrals),
    rewardAmount: tier.rewardAmount,
    description: tier.description ?? '',
    isActive: tier.isActive,
  };
}

/** A tier that is not saved yet counts as the newest of all. */
const UNSAVED = { id: 'new', createdAt: '9999-12-31T23:59:59.999Z' };

/** The typed values as a tier; undefined until they say which referrals are meant, and what is paid as it can be saved. */
export function draftOf(
  values: TierValues,
  stored: Pick<RewardTier, 'id' | 'createdAt'> = UNSAVED,
): PayingTier | undefined {
  const level = numberIn(values.level);
  const required = numberIn(values.requiredReferrals);
  const minReferrals = optionalNumberIn(values.minReferrals) ?? required;
  const maxReferrals = optionalNumberIn(values.maxReferrals);
  const isReadable = [level, minReferrals, maxReferrals ?? 0].every(isCount);
  if (!v.is(entries.rewardAmount, values.rewardAmount.trim())) return undefined;
  if (!isReadable || (maxReferrals !== null && maxReferrals < minReferrals)) return undefined;
  return {
    id: stored.id,
    createdAt: stored.createdAt,
    level,
    minReferrals,
    maxReferrals,
    name: values.name.trim() || 'this tier',
    rewardAmount: values.rewardAmount.trim(),
    isActive: values.isActive === 'true' ? 'true' : 'false',
  };
}

/** Why an amount cannot be saved, to be said while it is typed; undefined if it can, or nothing is typed. */
export function amountFault(rewardAmount: string): string | undefined {
  if (rewardAmount.trim() === '') return undefined;
  return v.safeParse(entries.rewardAmount, rewardAmount.trim()).issues?.[0].message;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
