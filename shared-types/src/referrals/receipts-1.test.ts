import { expect, test } from 'vitest';
import { isReceipt1Signed, readReceipt1 } from './receipts-1.ts';
import { readReceipt, type ReceiptKey } from './receipts.ts';

/** A receipt of a build before 0.1.0, by the key of RFC 8032, section 7.1, test 1. */
const TEXT =
  'Sunloop-Receipt-1 7K3MQ9XRTV 019f0000-0000-7000-8000-000000000001 ' +
  '41d05f9262c09f854eedd0f093f42ceaad16079d46b7bb85916e2a8f9d0dab0a ' +
  '2026-11-28T09:58:00.000Z 2026-11-28T10:00:05.250Z 2026-10-01T00:00:00.000Z 21fe31df ' +
  'r_SYlpxVGeQ3wvD_iTOCvpAyzaI043_Q99vloYKIUp5iT8LK3nnn-5SYWMRu6qoNqr8TpyQ3B4mHZBDcwumIAg';
const KEY: ReceiptKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: '21fe31df',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

test('a receipt of a build before 0.1.0 is read and verified, whatever blanks a mail made of its own', async () => {
  for (const text of [TEXT, `\n${TEXT.replaceAll(' ', '\r\n  ')}\n`]) {
    expect(readReceipt1(text)).toMatchObject({ code: '7K3MQ9XRTV', keyId: '21fe31df' });
    expect(readReceipt(text)).toEqual(readReceipt1(text));
    expect(await isReceipt1Signed(text, KEY)).toBe(true);
  }
});

test('with a sign altered it is not', async () => {
  const altered = TEXT.replace('10:00:05', '09:00:05');
  expect(readReceipt(altered)?.receivedAt).toBe('2026-11-28T09:00:05.250Z');
  expect(await isReceipt1Signed(altered, KEY)).toBe(false);
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
