import { type GivenContent, readReceipt, receiptPersonText } from '@sunloop/shared-types';
import type { KeptReceipt } from '../../data/kept-receipts.ts';

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
  const read = readReceipt(text);
  if (!read) return 'forged';
  const verifier = await importKey(key);
  if (!verifier) return 'unable';
  const signed = bytesOf(read.signed);
  const signature = decode(read.signature);
  if (!(await crypto.subtle.verify('Ed25519', verifier, signature, signed))) return 'forged';
  const hash = await crypto.subtle.digest('SHA-256', bytesOf(receiptPersonText(row)));
  return hexOf(hash) === read.receipt.personHash ? 'genuine' : 'other-details';
}

/** Undefined where the browser knows no such keys, or has no cryptography because the page is not secure. */
async function importKey(key: KeptReceipt['key']): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']);
  } catch (error) {
    console.warn('This browser cannot check receipts:', error);
    return undefined;
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** base64url */
function decode(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(signs, (sign) => sign.codePointAt(0) ?? 0);
}

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
