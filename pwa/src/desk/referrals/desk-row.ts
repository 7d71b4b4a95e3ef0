import { LATE_AFTER_MS } from '@sunloop/shared-types/limits.ts';
import type { ListedReferral } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { statusAfter, type WaitingAct, type WaitingActs } from '@sunloop/engine/acts.ts';

/** A referral as the list shows it, with a waiting change already applied. */
export interface DeskRow {
  referral: AdminReferral;
  isWaiting: boolean;
  /** Another referrer has the same email or phone. */
  isDuplicate: boolean;
  isLate: boolean;
}

/** Whether it reached the server long after it was taken on the device. */
export function isLate({ date, createdAt }: Pick<AdminReferral, 'date' | 'createdAt'>): boolean {
  return date !== createdAt && Date.parse(createdAt) - Date.parse(date) > LATE_AFTER_MS;
}

/** A referral with what waits to be sent for it. */
export function deskRowOf(listed: ListedReferral, act: WaitingAct | undefined): DeskRow {
  const status = statusAfter(listed.status, act);
  return {
    referral: status === listed.status ? listed : { ...listed, status },
    isWaiting: act !== undefined,
    isDuplicate: listed.isDuplicate === true,
    isLate: isLate(listed),
  };
}

/**
 * Rows of the server's list with what waits to be sent laid over them: without those to be deleted and those that no
 * longer have the `status` of the filter, if it is one.
 */
export function deskRowsOf(
  rows: readonly ListedReferral[],
  waiting: WaitingActs,
  status: string | undefined,
): DeskRow[] {
  return rows
    .filter(({ id }) => !waiting.get(id)?.isDeleted)
    .map((row) => deskRowOf(row, waiting.get(row.id)))
    .filter(({ referral }) => status === undefined || referral.status === status);
}
