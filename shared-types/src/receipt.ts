import * as v from 'valibot';
import { PUSH_MAX_ROWS } from './limits.ts';
import { comparableContent, type GivenContent } from './referral-content.ts';
import type { Route } from './route.ts';
import { Id } from './text.ts';

/** Where anybody looks a receipt up or has a saved one verified; `/receipts/CODE` is one. */
export const RECEIPTS_PAGE = '/receipts';

/** Where the public keys are that verify receipts: a JSON Web Key Set (RFC 7517). */
export const RECEIPT_KEYS_PATH = '/.well-known/sunloop-receipt-keys.json';

/** A receipt's code has this many characters of the alphabet of referral codes. */
export const RECEIPT_CODE_LENGTH = 10;

/** What the server certifies of one referral; names nobody. */
export interface Receipt {
  readonly code: string;
  readonly referralId: string;
  /** SHA-256 of `receiptPersonText`, in hex. */
  readonly personHash: string;
  /** When the device says it was taken: a claim. ISO 8601, UTC, milliseconds, like the others. */
  readonly takenAt: string;
  readonly receivedAt: string;
  /** When the terms of the program were last changed by then. */
  readonly termsAt: string;
  /** Of the key that signed it. */
  readonly keyId: string;
}

const TIME = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`;
const UUID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
// Of a signature's last sign only two bits count: others would be the same signature in other letters.
const RECEIPT = new RegExp(
  `^(Sunloop-Receipt-1 ([0-9A-HJKMNP-TV-Z]{10}) ${UUID} ([0-9a-f]{64}) ${TIME} ${TIME} ${TIME} ([0-9a-f]{8})) ([\\w-]{85}[AQgw])$`,
);

/** What is signed of a receipt (docs/design.md, Receipts). The signature follows it, after a blank. */
export function signedText(receipt: Receipt): string {
  const { code, referralId, personHash, takenAt, receivedAt, termsAt, keyId } = receipt;
  return `Sunloop-Receipt-1 ${code} ${referralId} ${personHash} ${takenAt} ${receivedAt} ${termsAt} ${keyId}`;
}

/** A receipt as text, taken apart; undefined if it is none. Blanks and line ends between its parts make no difference. */
export function readReceipt(
  text: string,
): { receipt: Receipt; signed: string; signature: string } | undefined {
  const match = RECEIPT.exec(text.trim().replaceAll(/\s+/g, ' '));
  if (!match) return undefined;
  const [, signed = '', code = '', referralId = '', personHash = '', ...rest] = match;
  const [takenAt = '', receivedAt = '', termsAt = '', keyId = '', signature = ''] = rest;
  const receipt = { code, referralId, personHash, takenAt, receivedAt, termsAt, keyId };
  return { receipt, signed, signature };
}

/** What stands for the person in a receipt, once hashed: the referral's id and what was typed, as it is compared. */
export function receiptPersonText(row: GivenContent & { readonly id: string }): string {
  return JSON.stringify([row.id, ...comparableContent(row)]);
}

/** A public key that verifies receipts, as a JSON Web Key (RFC 8037). */
export const ReceiptKey = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  kid: v.string(),
  x: v.string(),
});
export type ReceiptKey = v.InferOutput<typeof ReceiptKey>;

/** Apart from the other calls, because the app loads it with the details of a referral. */
export const receiptRoutes = {
  /** Receipts of those of these referrals that the caller may read, as text, with all keys that sign or signed them. */
  receipts: {
    method: 'POST',
    path: '/api/receipts',
    access: 'session',
    body: v.object({
      ids: v.pipe(
        v.array(Id, 'Must be a list of ids'),
        v.minLength(1, 'Must contain at least one id'),
        v.maxLength(PUSH_MAX_ROWS, `Must contain at most ${PUSH_MAX_ROWS} ids`),
      ),
    }),
    answers: {
      200: v.object({
        receipts: v.array(v.pipe(v.string(), v.regex(RECEIPT))),
        keys: v.array(ReceiptKey),
      }),
    },
  },
} as const satisfies Record<string, Route>;
