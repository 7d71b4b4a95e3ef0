import { RECEIPT_CODE_LENGTH } from '@sunloop/shared-types/referrals/receipts.ts';

/** More than is ever typed for a code. */
const READ_MAX = 100;

/** The stored form of a code as it was typed or read out: in any case, `O` read as `0`, `I` and `L` as `1`, without what no code contains. */
export function readReceiptCode(typed: string): string {
  const known = typed.slice(0, READ_MAX).toUpperCase().replaceAll('O', '0');
  const signs = known.replaceAll(/[IL]/g, '1').replaceAll(/[^\dA-HJKMNP-TV-Z]/g, '');
  return signs.slice(0, RECEIPT_CODE_LENGTH);
}
