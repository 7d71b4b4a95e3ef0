import {
  createECDH,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addKey, keysOf, newestKey, type ServerKey } from './service.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const fork = () => database.orm.em.fork();
const TEXT = Buffer.from('what was signed');

/** A public key as others read it who have only its raw bytes. */
function publicOf({ publicKey }: ServerKey, crv: 'Ed25519' | 'X25519') {
  const key = { kty: 'OKP', crv, x: publicKey.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

test('a receipt key signs by Ed25519, and its raw public key verifies', async () => {
  const key = await newestKey(fork(), 'receipt');
  const signature = sign(null, TEXT, key.privateKey);
  expect(signature).toEqual(sign(null, TEXT, key.privateKey));
  expect(verify(null, TEXT, publicOf(key, 'Ed25519'), signature)).toBe(true);
  expect(verify(null, Buffer.from('what was Signed'), publicOf(key, 'Ed25519'), signature)).toBe(
    false,
  );
});

test('a handover key agrees by X25519 on one secret with whoever has its raw public key', async () => {
  const key = await newestKey(fork(), 'handover');
  const other = generateKeyPairSync('x25519');
  const ours = diffieHellman({ privateKey: key.privateKey, publicKey: other.publicKey });
  const theirs = { privateKey: other.privateKey, publicKey: publicOf(key, 'X25519') };
  expect(diffieHellman(theirs)).toEqual(ours);
});

test('a push key is a point on P-256, uncompressed, as browsers want it', async () => {
  const key = await newestKey(fork(), 'push');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  expect(ecdh.getPublicKey()).toEqual(key.publicKey);
  expect(key.publicKey).toHaveLength(65);
});

test('of several processes that need a key for the first time, one makes it', async () => {
  const others = await Promise.all([1, 2, 3].map(() => openOrm({ url: database.url })));
  const found = await Promise.all(others.map(({ em }) => newestKey(em.fork(), 'receipt')));
  await Promise.all(others.map((orm) => orm.close(true)));
  expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  expect(await keysOf(fork(), 'receipt')).toHaveLength(1);
  expect(await keysOf(fork(), 'push')).toEqual([]);
});

test('a newer key is the one to use, also made in the same transaction, and the old ones stay', async () => {
  const first = await newestKey(fork(), 'receipt');
  const [second, third] = await fork().transactional(async (tx) => [
    await addKey(tx, 'receipt'),
    await addKey(tx, 'receipt'),
  ]);
  expect((await newestKey(fork(), 'receipt')).id).toBe(third?.id);
  const ids = (await keysOf(fork(), 'receipt')).map(({ id }) => id);
  expect(ids).toEqual([third?.id, second?.id, first.id]);
  expect(ids.every((id) => /^[0-9a-f]{8}$/.test(id))).toBe(true);
});
