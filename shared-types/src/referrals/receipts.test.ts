import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { readReceipt, type Receipt, receiptParts, receiptPersonText } from './receipts.ts';

// The example of docs/design.md, by the key of RFC 8032, section 7.1, test 1.
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
const TEXT =
  'eyJ0eXAiOiJzdW5sb29wLXJlY2VpcHQiLCJhbGciOiJFZERTQSIsImtpZCI6IjIxZmUzMWRmIn0.eyJjb2RlIjoi' +
  'N0szTVE5WFJUViIsInJlZmVycmFsSWQiOiIwMTlmMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJw' +
  'ZXJzb25IYXNoIjoiNDFkMDVmOTI2MmMwOWY4NTRlZWRkMGYwOTNmNDJjZWFhZDE2MDc5ZDQ2YjdiYjg1OTE2ZTJh' +
  'OGY5ZDBkYWIwYSIsInRha2VuQXQiOiIyMDI2LTExLTI4VDA5OjU4OjAwLjAwMFoiLCJyZWNlaXZlZEF0IjoiMjAy' +
  'Ni0xMS0yOFQxMDowMDowNS4yNTBaIiwidGVybXNBdCI6IjIwMjYtMTAtMDFUMDA6MDA6MDAuMDAwWiJ9.WzAaalt' +
  'ca6eUg0fvm__cBBcCDSYV1pcr-zguwvMFY3TvY1fELCSGtRp50IXTh7sdKC_WQGcP7dz6z6ntxPpLBQ';

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex');
const encode = (text: string) => Buffer.from(text).toString('base64url');
const [HEAD = '', PAYLOAD = '', SIGNATURE = ''] = TEXT.split('.');

/** The example with another header or payload. */
function altered({ header = {}, claims = {} }: { header?: object; claims?: object }): string {
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const parts = [
    { ...read(HEAD), ...header },
    { ...read(PAYLOAD), ...claims },
  ];
  return [...parts.map((part) => encode(JSON.stringify(part))), SIGNATURE].join('.');
}

test('the person is hashed with the id, as what was typed is compared', () => {
  expect(receiptPersonText(ROW)).toBe(PERSON);
  expect(sha256(PERSON)).toBe(RECEIPT.personHash);
});

test('a receipt is a compact JWS, by a key named after its public half', () => {
  // The fixed head of a PKCS #8 key (RFC 8410, section 7), and its seed.
  const der = Buffer.from(`302e020100300506032b657004220420${SEED}`, 'hex');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { header, payload } = receiptParts(RECEIPT);
  const signed = `${encode(JSON.stringify(header))}.${encode(payload)}`;
  expect(`${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`).toBe(
    TEXT,
  );
  expect(sha256(PUBLIC).slice(0, 8)).toBe(RECEIPT.keyId);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: PUBLIC.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = Buffer.from(SIGNATURE, 'base64url');
  expect(verify(null, Buffer.from(`${HEAD}.${PAYLOAD}`), key, signature)).toBe(true);
});

test('a receipt is read as it was written, whatever blanks a mail put into it', () => {
  expect(readReceipt(TEXT)).toEqual(RECEIPT);
  expect(readReceipt(`\n${TEXT.replaceAll(/.{70}/g, '$&\r\n  ')}\n`)).toEqual(RECEIPT);
});

test.each([
  ['another type', altered({ header: { typ: 'JWT' } })],
  ['another algorithm', altered({ header: { alg: 'none' } })],
  ['no key', altered({ header: { kid: undefined } })],
  ['a letter no code has', altered({ claims: { code: '7K3UQ9XRTV' } })],
  ['HTML for a time', altered({ claims: { termsAt: '<b>now</b>' } })],
  ['a claim too few', altered({ claims: { takenAt: undefined } })],
  ['a part too few', `${HEAD}.${PAYLOAD}`],
  ['a part too many', `${TEXT}.x`],
  ['no JSON in it', `${HEAD}.${encode('{')}.${SIGNATURE}`],
  ['the same signature in other letters', `${TEXT.slice(0, -1)}R`],
  ['nothing', ''],
])('with %s it is none', (_, text) => {
  expect(readReceipt(text)).toBeUndefined();
});
