import { REFERRAL_HEADINGS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';

const HEAD = [...REFERRAL_HEADINGS, 'Reason', 'Permission'];

/** Refused rows as a file that can be corrected and uploaded again, with the columns of an upload. */
export function refusedCsv(refused: readonly RejectedRow[]): string {
  return csvOf([HEAD, ...refused.map(cellsOf)]);
}

function cellsOf({ row, error }: RejectedRow): string[] {
  const texts = REFERRAL_FIELDS.map((field) => row?.[field] ?? '');
  return [...texts, error ?? '', row?.permission ? 'yes' : ''];
}
