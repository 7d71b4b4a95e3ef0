import type { AdminReferralDetail } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { type DeskRow, deskRowOf } from '../referrals/desk-row.ts';
import type { WaitingAct } from '@sunloop/engine/acts.ts';
import type { ReadingOf } from '../../ui/reading.tsx';
import { useDeskReading } from './use-desk-reading.ts';

interface Known {
  id: string;
  /** The row of a list, if it has one. */
  row: DeskRow | undefined;
  /** What waits to be sent for it. */
  act: WaitingAct | undefined;
}

/** A referral as this device knows it: from its details, the list or the waiting act, whichever was changed last. */
export function useKnownReferral({ id, row, act }: Known): {
  row: DeskRow | undefined;
  reading: ReadingOf<AdminReferralDetail>;
} {
  const reading = useDeskReading(adminReferralRoutes.adminReferral, { params: { id } });
  const told = reading.kind === 'ready' ? reading.data.referral : undefined;
  const listed = row?.referral;
  const isTold = told !== undefined && told.updatedAt >= (listed?.updatedAt ?? '');
  const referral = isTold ? told : (listed ?? act?.referral);
  if (!referral || act?.isDeleted) return { row: undefined, reading };
  return { row: { ...deskRowOf(referral, act), isDuplicate: row?.isDuplicate === true }, reading };
}
