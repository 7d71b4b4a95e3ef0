import { RECEIPT_CODE_LENGTH } from '@sunloop/shared-types/referrals/receipts.ts';
import { crockford, readCode } from '@sunloop/shared-types/values/read-code.ts';

/** The stored form of a receipt's code as it was typed or read out. */
export const readReceiptCode = (typed: string) => readCode(typed, crockford(RECEIPT_CODE_LENGTH));
