import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';

/** Whose referrals: one's own, or those of the desk, whose answers an admin's device forgets together. */
export type ReceiptPlace = 'own' | 'desk';

/** Under which path receipts are kept in `resources`, by whose they are. */
export const RECEIPTS = {
  own: customerRoutes.listReferrals.path,
  desk: '/api/admin/referrals',
} as const;

/** Under which path of `resources` a referral's receipt is kept. */
export const receiptPath = (id: string, place: ReceiptPlace = 'own') =>
  `${RECEIPTS[place]}/${id}/receipt`;
