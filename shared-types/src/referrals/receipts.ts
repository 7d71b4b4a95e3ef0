import * as v from 'valibot';
import { readJosePart } from './jose-part.ts';
import { PUSH_MAX_ROWS } from '../limits.ts';
import { readReceipt1 } from './receipts-1.ts';
import { comparableContent, type GivenContent } from './referral-content.ts';
import type { Route } from '../route.ts';
import { Id } from '../values/text.ts';

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

/** The `typ` of a receipt's header: what our keys sign under it is a receipt and nothing else (RFC 8725, section 3.11). */
const RECEIPT_TYPE = 'sunloop-receipt';
/** Ed25519, by the name that every library knows (RFC 8037). */
export const RECEIPT_ALGORITHM = 'EdDSA';

const Time = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

const ReceiptHeader = v.object({
  typ: v.literal(RECEIPT_TYPE),
  alg: v.literal(RECEIPT_ALGORITHM),
  kid: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
});

/** What is signed; the server draws it on pages as it is, so each claim has its own letters only. */
const ReceiptClaims = v.object({
  code: v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/)),
  referralId: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  personHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  takenAt: Time,
  receivedAt: Time,
  termsAt: Time,
});

/** Header and payload of a receipt as a JWS (docs/design.md, Receipts), always in the same order, so that the same is signed. */
export function receiptParts(receipt: Receipt): { header: ReceiptHeader; payload: string } {
  const { code, referralId, personHash, takenAt, receivedAt, termsAt, keyId } = receipt;
  const claims: ReceiptClaims = { code, referralId, personHash, takenAt, receivedAt, termsAt };
  const header = { typ: RECEIPT_TYPE, alg: RECEIPT_ALGORITHM, kid: keyId } as const;
  return { header, payload: JSON.stringify(claims) };
}
type ReceiptHeader = v.InferOutput<typeof ReceiptHeader>;
type ReceiptClaims = v.InferOutput<typeof ReceiptClaims>;

/** A receipt as it was signed, whatever blanks and line ends a mail put into it. */
export const receiptJws = (text: string): string => text.replaceAll(/\s+/g, '');

// Of a signature's last sign only two bits count: others would be the same signature in other letters.
const JWS = /^([\w-]+)\.([\w-]+)\.[\w-]{85}[AQgw]$/;

/** What a receipt's text says, not verified; undefined if it is none. */
export function readReceipt(text: string): Receipt | undefined {
  const [, header = '', payload = ''] = JWS.exec(receiptJws(text)) ?? [];
  const read = v.safeParse(v.tuple([ReceiptHeader, ReceiptClaims]), [
    readJosePart(header),
    readJosePart(payload),
  ]);
  if (!read.success) return readReceipt1(text);
  const [{ kid: keyId }, claims] = read.output;
  return { ...claims, keyId };
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
  /** Receipts of those of these referrals that the caller may read, each a compact JWS, with all keys that sign or signed them. */
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
        receipts: v.array(v.string()),
        keys: v.array(ReceiptKey),
      }),
    },
  },
} as const satisfies Record<string, Route>;
