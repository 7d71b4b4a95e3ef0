import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { CannotSeal, fromBase64Url, sealForServer } from './seal.ts';

/** The test vector of docs/design.md, with which the server is tested, too. */
const page = readFileSync(new URL('../../../../docs/design.md', import.meta.url), 'utf8');
const vector = JSON.parse(/## Courier[^]*?```json\n([^]*?)```/.exec(page)?.[1] ?? '');
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const [, keyId = ''] = vector.sealed.split('.');
const theirs = { keyId, publicKey: bytes(vector.serverPublic) };

/** RFC 8410: what stands before a raw X25519 private key. */
const PKCS8 = '302e020100300506032b656e04220420';

async function ownPair(): Promise<CryptoKeyPair> {
  const { subtle } = crypto;
  const raw = bytes(PKCS8 + vector.ownPrivate);
  return {
    privateKey: await subtle.importKey('pkcs8', raw, 'X25519', false, ['deriveBits']),
    publicKey: await subtle.importKey('raw', bytes(vector.ownPublic), 'X25519', true, []),
  };
}

test('a file is sealed as the format says (rule 41)', async () => {
  const { text, sealed } = vector;
  expect(await sealForServer(theirs, { text, count: 1 }, await ownPair())).toBe(sealed);
  expect(fromBase64Url(sealed.split('.')[3])).toEqual(bytes(vector.ownPublic));
});

test('each file has a pair of its own, so the same rows never look the same', async () => {
  const made = [1, 2].map(() => sealForServer(theirs, { text: vector.text, count: 1 }));
  const [one, other] = await Promise.all(made);
  expect(one?.split('.')[3]).not.toBe(other?.split('.')[3]);
});

test('a browser without X25519 says so', async () => {
  const missing = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  vi.spyOn(crypto.subtle, 'generateKey').mockImplementation(missing);
  await expect(sealForServer(theirs, { text: '', count: 1 })).rejects.toThrow(CannotSeal);
});
