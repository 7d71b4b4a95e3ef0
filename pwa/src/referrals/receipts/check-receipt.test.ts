import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { aReferral } from '@sunloop/engine/test/builders.ts';
import { receiptSigner } from '@sunloop/engine/test/receipts.ts';
import { checkReceipt } from './check-receipt.ts';

afterEach(() => void vi.unstubAllGlobals());

const signer = receiptSigner();
const row = aReferral({ name: 'Ana María', email: 'ana@example.com' });
const kept = { text: signer.receiptOf(row), key: signer.key };

/** The example of docs/design.md. */
const page = readFileSync(new URL('../../../../docs/design.md', import.meta.url), 'utf8');
const EXAMPLE = {
  text: /## Receipts[^]*?```\n([^]*?)```/.exec(page)?.[1] ?? '',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    kid: '21fe31df',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  } as const,
};
/** The same as builds before 0.1.0 gave it; gone in 0.2.0. */
const OLD =
  'Sunloop-Receipt-1 7K3MQ9XRTV 019f0000-0000-7000-8000-000000000001 ' +
  '41d05f9262c09f854eedd0f093f42ceaad16079d46b7bb85916e2a8f9d0dab0a ' +
  '2026-11-28T09:58:00.000Z 2026-11-28T10:00:05.250Z 2026-10-01T00:00:00.000Z 21fe31df ' +
  'r_SYlpxVGeQ3wvD_iTOCvpAyzaI043_Q99vloYKIUp5iT8LK3nnn-5SYWMRu6qoNqr8TpyQ3B4mHZBDcwumIAg';

test('the example is genuine, however the person was typed', async () => {
  const id = '019f0000-0000-7000-8000-000000000001';
  const ana = { name: 'ANA María', email: 'ana@example.COM', phone: '+1 520 555 0188' };
  expect(await checkReceipt(EXAMPLE, { id, ...ana })).toBe('genuine');
  expect(await checkReceipt({ ...EXAMPLE, text: OLD }, { id, ...ana })).toBe('genuine');
  const altered = { ...EXAMPLE, text: OLD.replace('10:00', '09:00') };
  expect(await checkReceipt(altered, { id, ...ana })).toBe('forged');
});

test('a receipt is genuine, for these details', async () => {
  expect(await checkReceipt(kept, row)).toBe('genuine');
  expect(await checkReceipt(kept, { ...row, phone: '555 0199' })).toBe('other-details');
});

test('with any byte altered it is forged', async () => {
  const { text } = kept;
  for (let at = 0; at < text.length; at += 7) {
    const sign = text[at] === '0' ? '1' : '0';
    const altered = text.slice(0, at) + sign + text.slice(at + 1);
    expect([at, await checkReceipt({ ...kept, text: altered }, row)]).toEqual([at, 'forged']);
  }
});

test('by another key it is forged', async () => {
  expect(await checkReceipt({ ...kept, key: receiptSigner().key }, row)).toBe('forged');
});

test('a browser without Ed25519 says that it cannot tell', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const unknown = new DOMException('Unrecognized name.', 'NotSupportedError');
  vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(unknown) } });
  expect(await checkReceipt(kept, row)).toBe('unable');
  vi.stubGlobal('crypto', {});
  expect(await checkReceipt(kept, row)).toBe('unable');
  expect(warn).toHaveBeenCalledTimes(2);
});
