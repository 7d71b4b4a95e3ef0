import { readFileSync } from 'node:fs';
import { createPrivateKey } from 'node:crypto';
import { CompactEncrypt, type CompactJWEHeaderParameters } from 'jose';
import { expect, test } from 'vitest';
import type { ServerKey } from '../../ground/keys/service.ts';
import { isProof } from '../../ground/users/courier-credential.ts';
import { openSealed } from './open-sealed.ts';

/** The example of docs/design.md, sealed by the library of whoever wrote it. */
const page = readFileSync(new URL('../../../../docs/design.md', import.meta.url), 'utf8');
const example = JSON.parse(/## Courier[^]*?```json\n([^]*?)```/.exec(page)?.[1] ?? '');
const sealed: string = example.sealed;
const { kid, ...jwk } = example.serverKey;
const { d: _, ...publicJwk } = jwk;
const key: ServerKey = {
  id: kid,
  publicKey: Buffer.from(jwk.x, 'base64url'),
  privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  madeAt: new Date(0),
};
const other = { ...key, id: '00000000' };

/** Seals the example's text, or another one, under another header. */
async function sealAs(
  header: Partial<CompactJWEHeaderParameters>,
  text: string = example.text,
): Promise<string> {
  const usual = { typ: 'sunloop-handover', alg: 'ECDH-ES', enc: 'A256GCM', kid, rows: 1 };
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ ...usual, ...header })
    .encrypt({ ...publicJwk });
}

test('a file sealed as the page says is opened with the key it names', async () => {
  const opened = await openSealed(sealed, [other, key]);
  expect(opened).toEqual({ kind: 'opened', key, handover: JSON.parse(example.text) });
  if (opened.kind !== 'opened') throw new Error('not opened');
  const { handover: courierFile } = opened;
  expect(isProof(key, courierFile, courierFile.token)).toBe(true);
  expect(isProof(key, { ...courierFile, generation: 4 }, courierFile.token)).toBe(false);
  expect(isProof(key, { ...courierFile, owner: kid }, courierFile.token)).toBe(false);
});

test('a key this server does not have is said so', async () => {
  expect(await openSealed(sealed, [other])).toEqual({ kind: 'unknown_key' });
});

test('whatever sign of it is altered, left out or added, nothing else comes out', async () => {
  const whole = { kind: 'opened', key, handover: JSON.parse(example.text) };
  const wanted = (altered: string, outcome: unknown) =>
    // The last letter of a part has bits that mean nothing: in other letters it is the same file.
    bytesOf(altered) === bytesOf(sealed) ? whole : outcome;
  for (let at = 0; at < sealed.length; at += 1) {
    const sign = sealed[at] === 'A' ? 'B' : 'A';
    const altered = sealed.slice(0, at) + sign + sealed.slice(at + 1);
    const opened = await openSealed(altered, [key]);
    const refused = opened.kind === 'unknown_key' ? opened : { kind: 'tampered' };
    expect(opened, `sign ${at}`).toEqual(wanted(altered, refused));
  }
  for (const altered of [sealed.slice(0, -2), `${sealed}AA`, `${sealed}.A`, '', '.', '....']) {
    expect(await openSealed(altered, [key]), altered).toEqual({ kind: 'tampered' });
  }
});

const bytesOf = (text: string) =>
  text
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.');

test.each([
  ['another number of rows outside', { rows: 2 }],
  ['no number', { rows: undefined }],
  ['another type', { typ: 'sunloop-receipt' }],
  ['another encryption', { enc: 'A128GCM' }],
  ['a text that is packed', { zip: 'DEF' }],
])('a file with %s is no file of ours', async (_what, header) => {
  expect(await openSealed(await sealAs(header), [key])).toEqual({ kind: 'tampered' });
  expect(await openSealed(await sealAs({}), [key])).toMatchObject({ kind: 'opened' });
});

test.each(['', '[]', '{"owner":1}', 'no JSON'])(
  'with %j inside it is none, either',
  async (text) => {
    expect(await openSealed(await sealAs({}, text), [key])).toEqual({ kind: 'tampered' });
  },
);
