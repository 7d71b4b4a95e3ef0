import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';

/**
 * The most changes that may wait on a device. With 200,000 of them, each batch sent blocked the page for two seconds,
 * because what waits is read again each time; with 5,000, for a few dozen milliseconds (`npm run proof bulk-status`).
 */
export const WAITING_ACTS_MAX = 5000;

/** What setting a status would do. */
export interface BulkPlan {
  /** Selected referrals that would get another status. */
  total: number;
  /** The first of them, as many as may wait. */
  targets: readonly AdminReferral[];
  /** Changes already waiting. */
  waiting: number;
}

export function planOf(
  selected: Iterable<AdminReferral>,
  status: ReferralStatus,
  waiting: number,
): BulkPlan {
  const others = [...selected].filter((referral) => referral.status !== status);
  const room = Math.max(0, WAITING_ACTS_MAX - waiting);
  return { total: others.length, targets: others.slice(0, room), waiting };
}

/** Acts that give each this status, naming the one that was seen. */
export function changesTo(
  status: ReferralStatus,
  targets: readonly AdminReferral[],
): ReferralAct[] {
  return targets.map(({ id, status: expected }) => ({ act: 'status', id, status, expected }));
}
