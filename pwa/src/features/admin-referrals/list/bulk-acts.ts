import type { ReferralAct, ReferralStatus } from '@sunloop/shared-types';
import type { Answers, Target } from '../desk-messages.ts';

/**
 * The most changes that may wait on a device. With 200,000 of them, each batch sent blocked the page for two seconds,
 * because what waits is read again each time; with 5,000, for a few dozen milliseconds (`npm run bulk-status`).
 */
export const WAITING_ACTS_MAX = 5000;

/** What setting a status would do. */
export interface BulkPlan {
  /** Referrals that would get another status. */
  total: number;
  /** The first of them in list order, as many as may wait. */
  targets: readonly Target[];
  /** Changes already waiting. */
  waiting: number;
}

/** How many more changes may wait. */
export function roomFor(waiting: number): number {
  return Math.max(0, WAITING_ACTS_MAX - waiting);
}

export function planOf({ total, targets }: Answers['changes'], waiting: number): BulkPlan {
  return { total, targets: targets.slice(0, roomFor(waiting)), waiting };
}

/** Acts that give each this status, naming the one that was seen. */
export function changesTo(status: ReferralStatus, targets: readonly Target[]): ReferralAct[] {
  return targets.map(({ id, status: expected }) => ({ act: 'status', id, status, expected }));
}
