import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';

/** A referral that the person takes for the customer whose code is in `for`. */
export type OnBehalfPushRow = PushRow & { readonly for: string };

/** The heading of a saved file under which the code stands. */
export const FOR_COLUMN = 'on behalf of';

/** The code of the customer a row was taken for; undefined for the person's own. */
export function customerOf(row: object | null | undefined): string | undefined {
  const onBehalf: { for?: string } | null | undefined = row;
  return onBehalf?.for;
}
