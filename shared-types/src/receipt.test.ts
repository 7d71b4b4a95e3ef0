import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { readReceipt, type Receipt, receiptPersonText, signedText } from './receipt.ts';

// The test vector of docs/design.md, by the key of RFC 8032, section 7.1, test 1.
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = Buffer.from(
  'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  'hex',
);
const ROW = {
  id: '019f0000-0000-7000-8000-000000000001',
  name: ' Ana  MARÍA ',
  email: 'Ana@Example.com',
  phone: '+1 520 555 0188',
  address: null,
};
const PERSON =
  '["019f0000-0000-7000-8000-000000000001","ana maría","ana@example.com","+1 520 555 0188",""]';
const RECEIPT: Receipt = {
  code: '7K3MQ9XRTV',
  referralId: ROW.id,
  personHash: '41d05f9262c09f854eedd0f093f42ceaad16079d46b7bb85916e2a8f9d0dab0a',
  takenAt: '2026-11-28T09:58:00.000Z',
  receivedAt: '2026-11-28T10:00:05.250Z',
  termsAt: '2026-10-01T00:00:00.000Z',
  keyId: '21fe31df',
};
const SIGNED =
  'Sunloop-Receipt-1 7K3MQ9XRTV 019f0000-0000-7000-8000-000000000001 ' +
  '41d05f9262c09f854eedd0f093f42ceaad16079d46b7bb85916e2a8f9d0dab0a ' +
  '2026-11-28T09:58:00.000Z 2026-11-28T10:00:05.250Z 2026-10-01T00:00:00.000Z 21fe31df';
const SIGNATURE =
  'r_SYlpxVGeQ3wvD_iTOCvpAyzaI043_Q99vloYKIUp5iT8LK3nnn-5SYWMRu6qoNqr8TpyQ3B4mHZBDcwumIAg';
const TEXT = `${SIGNED} ${SIGNATURE}`;

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex');

test('the person is hashed with the id, as what was typed is compared', () => {
  expect(receiptPersonText(ROW)).toBe(PERSON);
  expect(sha256(PERSON)).toBe(RECEIPT.personHash);
});

test('a receipt is one line with its signature, by a key named after its public half', () => {
  // The fixed head of a PKCS #8 key (RFC 8410, section 7), and its seed.
  const der = Buffer.from(`302e020100300506032b657004220420${SEED}`, 'hex');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  expect(signedText(RECEIPT)).toBe(SIGNED);
  expect(sign(null, Buffer.from(SIGNED), privateKey).toString('base64url')).toBe(SIGNATURE);
  expect(sha256(PUBLIC).slice(0, 8)).toBe(RECEIPT.keyId);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: PUBLIC.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = Buffer.from(SIGNATURE, 'base64url');
  expect(verify(null, Buffer.from(SIGNED), key, signature)).toBe(true);
});

test('a receipt is read as it was written, whatever blanks a mail made of its own', () => {
  const read = { receipt: RECEIPT, signed: SIGNED, signature: SIGNATURE };
  expect(readReceipt(TEXT)).toEqual(read);
  expect(readReceipt(`\n${TEXT.replaceAll(' ', '\r\n  ')}\n`)).toEqual(read);
});

test.each([
  ['another version', TEXT.replace('-1', '-2')],
  ['a letter no code has', TEXT.replace('7K3M', '7K3U')],
  ['a part too few', TEXT.replace(' 21fe31df', '')],
  ['a part too many', `${TEXT} x`],
  ['the same signature in other letters', `${TEXT.slice(0, -1)}h`],
  ['nothing', ''],
])('with %s it is none', (_, text) => {
  expect(readReceipt(text)).toBeUndefined();
});
