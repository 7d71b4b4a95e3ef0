import { hash } from '@node-rs/argon2';
import { NewPassword } from '@sunloop/shared-types/ground/user.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { hashAtFullCost } from '../../test/hash-cost.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('A password matches only its own hash, and a hash is argon2id with its own salt', async () => {
  hashAtFullCost();
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse')).not.toBe(hash);
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'Correct horse')).toBe(false);
});

test('Without a user no password is right, not even the decoy’s', async () => {
  expect(await verifyPassword(undefined, 'no password has this hash')).toBe(false);
});

test('The same signs are the same password, however a keyboard writes them', async () => {
  const hash = await hashPassword('Cr\u00e8me br\u00fbl\u00e9e ①');
  expect(await verifyPassword(hash, 'Cre\u0300me bru\u0302le\u0301e 1')).toBe(true);
  expect(await verifyPassword(hash, 'Ｃrème brûlée 1')).toBe(true);
  expect(await verifyPassword(hash, 'Creme brulee 1')).toBe(false);
});

test('A hash from before that still opens its account', async () => {
  const typed = 'Cre\u0300me bru\u0302le\u0301e';
  const old = await hash(typed);
  expect(await verifyPassword(old, typed)).toBe(true);
  expect(await verifyPassword(old, 'Creme brulee')).toBe(false);
});

test('A password is as long as the form in which it is hashed', () => {
  expect(v.is(NewPassword, 'e\u0301e\u0301e\u0301')).toBe(false);
  expect(v.is(NewPassword, 'éééééé')).toBe(true);
});
