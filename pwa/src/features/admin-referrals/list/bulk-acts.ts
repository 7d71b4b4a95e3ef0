import type { ReferralAct, ReferralStatus } from '@sunloop/shared-types';
import type { Answers, Target } from '../desk-messages.ts';

/**
 * So many changes wait on a device at once. With 200,000 of them each batch that was sent held the page up for
 * two seconds, for what waits is read again each time; with 5,000 for a few dozen milliseconds
 * (`npm run bulk-status`).
 */
export const WAITING_ACTS_MAX = 5000;

/** What setting a status would do. */
export interface BulkPlan {
  /** Referrals that would get another status. */
  total: number;
  /** The first of them in the order of the list, as many as may wait. */
  targets: readonly Target[];
  /** Changes that wait already. */
  waiting: number;
}

/** How many more changes may wait. */
export function roomFor(waiting: number): number {
  return Math.max(0, WAITING_ACTS_MAX - waiting);
}

export function planOf({ total, targets }: Answers['changes'], waiting: number): BulkPlan {
  return { total, targets: targets.slice(0, roomFor(waiting)), waiting };
}

/** Acts that give each this status, saying which one it was seen with. */
export function changesTo(status: ReferralStatus, targets: readonly Target[]): ReferralAct[] {
  return targets.map(({ id, status: expected }) => ({ act: 'status', id, status, expected }));
}
