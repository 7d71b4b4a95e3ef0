import {
  REFERRAL_STATUS_LABELS,
  REFERRAL_STATUSES,
} from '@sunloop/shared-types/referrals/referral.ts';

/** Options for a status field. */
export const STATUS_OPTIONS = REFERRAL_STATUSES.map((id) => ({
  id,
  label: REFERRAL_STATUS_LABELS[id],
}));
