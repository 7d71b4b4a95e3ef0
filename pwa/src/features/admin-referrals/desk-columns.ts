import { type AdminReferral, type ReferralField, referralStatusLabel } from '@sunloop/shared-types';

/** Everything people type about somebody they refer, and what else is known about a referral. */
export type ColumnId =
  | ReferralField
  | 'referrer'
  | 'status'
  | 'reward'
  | 'date'
  | 'referrerEmail'
  | 'received'
  | 'updated';

interface DeskColumn {
  readonly label: string;
  /** Its text in a file, and its sort key unless that is a number. */
  readonly textOf: (referral: AdminReferral) => string;
  /**
   * Its minimum width in rem, and its share of the rest. The columns of SPEC §2 fit beside the menu on a screen of 1440
   * px, with most emails in full.
   */
  readonly width: readonly [rem: number, share: number];
  /** May be too long for its width, and is then shown in full as a hint. */
  readonly isLong?: true;
}

/** The columns of SPEC §2, then further ones. */
export const DESK_COLUMNS: Readonly<Record<ColumnId, DeskColumn>> = {
  name: { label: 'Referred Person', textOf: ({ name }) => name, width: [8.25, 3] },
  email: { label: 'Email', textOf: ({ email }) => email, width: [18.5, 3], isLong: true },
  phone: { label: 'Phone', textOf: ({ phone }) => phone ?? '', width: [8.25, 1] },
  referrer: {
    label: 'Referred By',
    textOf: ({ referrerName }) => referrerName,
    width: [6.25, 2],
  },
  status: {
    label: 'Status',
    textOf: ({ status }) => referralStatusLabel(status),
    width: [8.25, 1],
  },
  reward: { label: 'Reward', textOf: ({ reward }) => reward, width: [4.5, 1] },
  date: { label: 'Date', textOf: ({ date }) => date, width: [6.5, 1] },
  referrerEmail: {
    label: 'Referrer’s Email',
    textOf: ({ referrerEmail }) => referrerEmail,
    width: [9, 3],
    isLong: true,
  },
  address: {
    label: 'Address',
    textOf: ({ address }) => address ?? '',
    width: [10, 3],
    isLong: true,
  },
  received: { label: 'Received', textOf: ({ createdAt }) => createdAt, width: [10.5, 1] },
  updated: { label: 'Last Change', textOf: ({ updatedAt }) => updatedAt, width: [10.5, 1] },
};

export const COLUMNS = Object.keys(DESK_COLUMNS) as readonly ColumnId[];
export const SPEC_COLUMNS = COLUMNS.slice(0, 7);
