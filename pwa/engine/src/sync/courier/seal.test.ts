import { readFileSync } from 'node:fs';
import { SealedHeader } from '@sunloop/shared-types/referrals/courier.ts';
import { compactDecrypt } from 'jose';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isSealed } from '../../data/own-file.ts';
import { sealForServer } from './seal.ts';

/** The example of docs/design.md, with which the server is tested, too. */
const page = readFileSync(new URL('../../../../../docs/design.md', import.meta.url), 'utf8');
const { serverKey, text, sealed } = JSON.parse(
  /## Courier[^]*?```json\n([^]*?)```/.exec(page)?.[1] ?? '',
);
const theirs = { keyId: serverKey.kid, publicKey: serverKey.x };

test('a file is sealed as the page says (rule 41)', async () => {
  const made = await sealForServer(theirs, { text, count: 1 });
  const { plaintext, protectedHeader } = await compactDecrypt(made, { ...serverKey });
  expect(new TextDecoder().decode(plaintext)).toBe(text);
  const theExample = await compactDecrypt(sealed, { ...serverKey });
  expect(v.parse(SealedHeader, protectedHeader)).toEqual(
    v.parse(SealedHeader, theExample.protectedHeader),
  );
  for (const file of [made, sealed, made.slice(0, 40)]) expect(isSealed(file)).toBe(true);
});

test('each file has a key of its own, so the same rows never look the same', async () => {
  const seal = () => sealForServer(theirs, { text, count: 1 });
  const [one, other] = [(await seal()).split('.'), (await seal()).split('.')];
  for (const part of [0, 2, 3, 4]) expect(one[part]).not.toBe(other[part]);
});

test('no sign outside can be altered (rule 41)', async () => {
  const made = await sealForServer(theirs, { text, count: 1 });
  const [header = '', ...rest] = made.split('.');
  const more = Buffer.from(header, 'base64url').toString().replace('"rows":1', '"rows":9');
  const altered = [Buffer.from(more).toString('base64url'), ...rest].join('.');
  await expect(compactDecrypt(altered, { ...serverKey })).rejects.toThrow('decryption operation');
});
