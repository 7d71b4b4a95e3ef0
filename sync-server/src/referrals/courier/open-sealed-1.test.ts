import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ServerKey } from '../../ground/keys/service.ts';
import { openSealed1 } from './open-sealed-1.ts';

/** What was sealed by a build before 0.1.0, for the key whose private half is thirty-two times the byte 1. */
const SEALED =
  'sunloop-handover-1.1a92f238.1.zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk.eTukmmAd5ly0j4SH' +
  'V9UHPoFzzmGvoioFhyQnfBasnzDd9f3o5hPQSeXNLWuEwAUzFMb1ldxS7kyfmbVld-otA-fpepYdge21hu5zqurUOy' +
  'bfxpO67OcrbuxUoVZV336Ov2NRb_ZzHzp1BJTBgEpaESENSCaonPfswEY20sDCT_9NSuqToRIqZkqIXWNCcZCzSUAX' +
  'sXt0J9ywXKGsqlS6KsQSK7QJnq2Zr2OqxsEGEQELon_DQHhLKgJvU9G9b_hSSyuiSig12l0KGJAPIj_M3DBy28eZom' +
  'gt1wPgW4nDzE9TZfo6-1ruWw-zi0k';
const PRIVATE = '01'.repeat(32);
const PUBLIC = 'a4e09292b651c278b9772c569f5fa9bb13d906b46ab68c9df9dc2b4409f8a209';
/** RFC 8410: what stands before a raw X25519 private key. */
const PKCS8 = '302e020100300506032b656e04220420';
const key: ServerKey = {
  id: '1a92f238',
  publicKey: Buffer.from(PUBLIC, 'hex'),
  privateKey: createPrivateKey({
    key: Buffer.from(PKCS8 + PRIVATE, 'hex'),
    format: 'der',
    type: 'pkcs8',
  }),
  madeAt: new Date(0),
};
const other = { ...key, id: '00000000' };

test('a file of a build before 0.1.0 is opened with the key it names', () => {
  expect(openSealed1(SEALED, [other, key])).toMatchObject({
    kind: 'opened',
    key,
    handover: { generation: 3, rows: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] },
  });
});

test('a key this server does not have is said so', () => {
  expect(openSealed1(SEALED, [other])).toEqual({ kind: 'unknown_key' });
});

test('no sign of it can be altered, left out or added', () => {
  const tampered = { kind: 'tampered' };
  for (let at = 0; at < SEALED.length; at += 1) {
    const sign = SEALED[at] === 'A' ? 'B' : 'A';
    const altered = SEALED.slice(0, at) + sign + SEALED.slice(at + 1);
    expect(openSealed1(altered, [key]).kind, `sign ${at}`).not.toBe('opened');
  }
  expect(openSealed1(SEALED.slice(0, -1), [key])).toEqual(tampered);
  expect(openSealed1(`${SEALED}A`, [key])).toEqual(tampered);
  expect(openSealed1(`${SEALED}.A`, [key])).toEqual(tampered);
});
