// Receipts as one line of words with a signature of their own, which were given before 0.1.0. Version 0.1 still reads
// them; 0.2.0 no longer does, and this file goes then, with its test.

const TIME = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`;
const UUID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
// Of a signature's last sign only two bits count: others would be the same signature in other letters.
const RECEIPT = new RegExp(
  `^(Sunloop-Receipt-1 ([0-9A-HJKMNP-TV-Z]{10}) ${UUID} ([0-9a-f]{64}) ${TIME} ${TIME} ${TIME} ([0-9a-f]{8})) ([\\w-]{85}[AQgw])$`,
);

const match = (text: string) => RECEIPT.exec(text.trim().replaceAll(/\s+/g, ' '));

/** Such a receipt, taken apart; undefined if it is none. Blanks and line ends between its parts make no difference. */
export function readReceipt1(text: string) {
  const parts = match(text);
  if (!parts) return undefined;
  const [, , code = '', referralId = '', personHash = '', ...rest] = parts;
  const [takenAt = '', receivedAt = '', termsAt = '', keyId = ''] = rest;
  return { code, referralId, personHash, takenAt, receivedAt, termsAt, keyId };
}

/** Whether this key has signed it. Throws where there is no such cryptography. */
export async function isReceipt1Signed(
  text: string,
  key: { kty: string; crv: string; x: string },
): Promise<boolean> {
  const verifier = await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']);
  const [, signed = ''] = match(text) ?? [];
  const signature = text.trim().split(/\s/).at(-1) ?? '';
  const letters = atob(signature.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
  return crypto.subtle.verify('Ed25519', verifier, bytes, new TextEncoder().encode(signed));
}
