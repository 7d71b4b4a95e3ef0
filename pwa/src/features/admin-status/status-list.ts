import type { AdminReferral } from '@sunloop/shared-types';

/** A referral as the list shows it, with waiting changes already applied. */
export interface StatusRow {
  referral: AdminReferral;
  isWaiting: boolean;
}

/** All referrals as this panel needs them; the route provides them. */
export interface StatusList {
  /** Why there is nothing to show. */
  missing: 'loading' | 'offline' | 'error' | undefined;
  /** Rows so far; the list grows while it is scrolled. */
  length: number;
  /** What comes after them. */
  rest: 'none' | 'loading' | 'offline' | 'error';
  rowAt: (index: number) => StatusRow | undefined;
  /** Says which rows are on the screen. */
  request: (from: number, to: number) => void;
  retry: () => void;
}

/** Filter of the list; empty texts filter nothing. */
export interface StatusView {
  q: string;
  status: string;
}
