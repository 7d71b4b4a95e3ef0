import type { AdminReferral } from '@sunloop/shared-types';

/** A referral as the list shows it, with waiting changes already applied. */
export interface StatusRow {
  referral: AdminReferral;
  isWaiting: boolean;
}

/** All referrals as this panel needs them; the route provides them. */
export interface StatusList {
  isLoading: boolean;
  /** Not all of it has been read: neither counts nor a missing row mean anything yet. */
  isPartial: boolean;
  total: number;
  counts: Readonly<Record<string, number>>;
  rowAt: (index: number) => StatusRow | undefined;
  /** Says which rows are on the screen. */
  request: (from: number, to: number) => void;
  /** Why there is no list. */
  missing?: 'offline' | 'error' | undefined;
  retry: () => void;
}

/** Filter of the list; empty texts filter nothing. */
export interface StatusView {
  q: string;
  status: string;
}
