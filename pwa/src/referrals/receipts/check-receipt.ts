import { isReceipt1Signed, readReceipt1 } from '@sunloop/shared-types/referrals/receipts-1.ts';
import {
  readReceipt,
  RECEIPT_ALGORITHM,
  receiptJws,
  type ReceiptKey,
  receiptPersonText,
} from '@sunloop/shared-types/referrals/receipts.ts';
import type { GivenContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { JOSEError } from 'jose/errors';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import type { KeptReceipt } from '@sunloop/engine/data/kept-receipts.ts';

/**
 * What this device finds out by itself: `genuine` for the details as they are here, `other-details` if it is genuine but they
 * have changed since, `forged`, or `unable` where the browser has no Ed25519.
 */
export type ReceiptCheck = 'genuine' | 'other-details' | 'forged' | 'unable';

/** Verifies the signature, and compares the hash of the person with that of the row. */
export async function checkReceipt(
  { text, key }: KeptReceipt,
  row: GivenContent & { readonly id: string },
): Promise<ReceiptCheck> {
  const receipt = readReceipt(text);
  if (!receipt) return 'forged';
  if (!(await canImport(key))) return 'unable';
  if (!(await isSigned(text, key))) return 'forged';
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(receiptPersonText(row)),
  );
  return hexOf(hash) === receipt.personHash ? 'genuine' : 'other-details';
}

/** Not where the browser knows no such keys, or has no cryptography because the page is not secure. */
async function canImport(key: ReceiptKey): Promise<boolean> {
  try {
    await importJWK(key, RECEIPT_ALGORITHM);
    return true;
  } catch (error) {
    console.warn('This browser cannot check receipts:', error);
    return false;
  }
}

async function isSigned(text: string, key: ReceiptKey): Promise<boolean> {
  // Gone in 0.2.0 (`receipt-1.ts`).
  if (readReceipt1(text)) return isReceipt1Signed(text, key);
  try {
    await compactVerify(receiptJws(text), key, { algorithms: [RECEIPT_ALGORITHM] });
    return true;
  } catch (error) {
    if (error instanceof JOSEError) return false;
    throw error;
  }
}

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
