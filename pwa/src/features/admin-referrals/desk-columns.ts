import { type AdminReferral, type ReferralField, referralStatusLabel } from '@sunloop/shared-types';

/** Whatever people type of somebody they refer can be seen here, and what else is known of a referral. */
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
  /** In a file, and what it is ordered by unless that is a number. */
  readonly textOf: (referral: AdminReferral) => string;
  /**
   * What it needs at least, in rem, and its share of what is left. Those of SPEC §2 fit beside the menu of a
   * screen of 1440 px, with most emails whole.
   */
  readonly width: readonly [rem: number, share: number];
  /** May be too long for its width, and is then told in full as a hint. */
  readonly isLong?: true;
}

/** Columns of SPEC §2, then what else one may want to see. */
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
