import type { AdminReferral } from '@sunloop/shared-types';

/** A referral as the list shows it: with a change that still waits to be sent already in it. */
export interface StatusRow {
  referral: AdminReferral;
  isWaiting: boolean;
}

/** All referrals as this panel needs them; the route brings them from where they are kept. */
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

/** What of the list is looked at; empty texts narrow nothing. */
export interface StatusView {
  q: string;
  status: string;
}
