import { readFileSync } from 'node:fs';
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ServerKey } from '../keys/service.ts';
import { isProof } from '../users/handover-credential.ts';
import { openSealed } from './open-sealed.ts';

/** The test vector of docs/design.md, with which the app is tested, too. */
const page = readFileSync(new URL('../../../../docs/design.md', import.meta.url), 'utf8');
const vector = JSON.parse(/## Courier[^]*?```json\n([^]*?)```/.exec(page)?.[1] ?? '');
const sealed: string = vector.sealed;
const [, keyId = ''] = sealed.split('.');
/** RFC 8410: what stands before a raw X25519 private key. */
const PKCS8 = '302e020100300506032b656e04220420';
const key: ServerKey = {
  id: keyId,
  publicKey: Buffer.from(vector.serverPublic, 'hex'),
  privateKey: createPrivateKey({
    key: Buffer.from(PKCS8 + vector.serverPrivate, 'hex'),
    format: 'der',
    type: 'pkcs8',
  }),
  madeAt: new Date(0),
};
const other = { ...key, id: '00000000' };

test('a file sealed as the format says is opened with the key it names', () => {
  const opened = openSealed(sealed, [other, key]);
  expect(opened).toEqual({ kind: 'opened', key, handover: JSON.parse(vector.text) });
  if (opened.kind !== 'opened') throw new Error('not opened');
  const { handover } = opened;
  expect(handover.token).toBe(vector.token);
  expect(isProof(key, handover, handover.token)).toBe(true);
  expect(isProof(key, { ...handover, generation: 4 }, handover.token)).toBe(false);
  expect(isProof(key, { ...handover, owner: keyId }, handover.token)).toBe(false);
});

test('a key this server does not have is said so', () => {
  expect(openSealed(sealed, [other])).toEqual({ kind: 'unknown_key' });
});

test('no sign of it can be altered, left out or added', () => {
  const tampered = { kind: 'tampered' };
  for (let at = 0; at < sealed.length; at += 1) {
    const sign = sealed[at] === 'A' ? 'B' : 'A';
    const altered = sealed.slice(0, at) + sign + sealed.slice(at + 1);
    expect(openSealed(altered, [key]).kind, `sign ${at}`).not.toBe('opened');
  }
  expect(openSealed(sealed.slice(0, -1), [key])).toEqual(tampered);
  expect(openSealed(`${sealed}A`, [key])).toEqual(tampered);
  expect(openSealed(`${sealed}.A`, [key])).toEqual(tampered);
  expect(openSealed('', [key])).toEqual(tampered);
  expect(openSealed(sealed.replace('handover-1', 'handover-2'), [key])).toEqual(tampered);
});
