import {
  listedReward,
  REFERRAL_COLUMNS,
  type ReferralColumn,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import {
  type AdminReferral,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import { formatDay, formatMoment } from '../../lib/format-date.ts';

interface DeskColumn {
  readonly label: string;
  /**
   * Its minimum width in rem, and its share of the rest. The columns of SPEC §2 fit beside the menu on a screen of 1440
   * px, with most emails in full.
   */
  readonly width: readonly [rem: number, share: number];
  /** Its text, if that may be too long for its width and is then shown in full as a hint. */
  readonly longText?: (referral: AdminReferral) => string | null;
}

/** The columns of SPEC §2, then further ones. */
export const DESK_COLUMNS: Readonly<Record<ReferralColumn, DeskColumn>> = {
  name: { label: 'Referred Person', width: [8.25, 3] },
  email: { label: 'Email', width: [18.5, 3], longText: ({ email }) => email },
  phone: { label: 'Phone', width: [8.25, 1] },
  referrer: { label: 'Referred By', width: [6.25, 2] },
  status: { label: 'Status', width: [8.25, 1] },
  reward: { label: 'Reward', width: [4.5, 1] },
  date: { label: 'Date', width: [6.5, 1] },
  referrerEmail: {
    label: 'Referrer’s Email',
    width: [9, 3],
    longText: ({ referrerEmail }) => referrerEmail,
  },
  address: { label: 'Address', width: [10, 3], longText: ({ address }) => address },
  received: { label: 'Received', width: [10.5, 1] },
  updated: { label: 'Last Change', width: [10.5, 1] },
};

export const SPEC_COLUMNS = REFERRAL_COLUMNS.slice(0, 7);

/** What a cell says. */
export function columnText(column: ReferralColumn, referral: AdminReferral): string {
  switch (column) {
    case 'status':
      return referralStatusLabel(referral.status);
    case 'reward':
      return listedReward(referral);
    case 'date':
      return formatDay(referral.date);
    case 'received':
      return formatMoment(referral.createdAt);
    case 'updated':
      return formatMoment(referral.updatedAt);
    case 'referrer':
      return referral.referrerName;
    default:
      return referral[column] ?? '–';
  }
}
