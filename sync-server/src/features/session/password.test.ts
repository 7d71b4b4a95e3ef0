import { expect, test } from 'vitest';
import { hashInEarnest } from '../../test/hash-cost.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('A password matches only its own hash, and a hash is argon2id with its own salt', async () => {
  hashInEarnest();
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse')).not.toBe(hash);
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'Correct horse')).toBe(false);
});

test('Without a user no password is right, not even the decoy’s', async () => {
  expect(await verifyPassword(undefined, 'no password has this hash')).toBe(false);
});
