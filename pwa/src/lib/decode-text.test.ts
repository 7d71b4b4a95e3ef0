import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes).buffer;

test.each([
  ['UTF-8', new TextEncoder().encode('José ☀').buffer, 'José ☀'],
  ['UTF-8 with its mark', bytesOf(0xef, 0xbb, 0xbf, 0x41), 'A'],
  ['UTF-16 with its mark', bytesOf(0xff, 0xfe, 0xe9, 0x00), 'é'],
  ['UTF-16 without its mark', bytesOf(0x41, 0x00, 0xe9, 0x00), 'Aé'],
  ['UTF-16 the other way round', bytesOf(0x00, 0x41, 0x00, 0xe9), 'Aé'],
  ['UTF-8 with a stray byte', bytesOf(0xc3, 0xa9, 0xa0, 0x0a, 0xc3, 0xa9), 'é\u00A0\né'],
  ['what Excel on Windows saves', bytesOf(0x4a, 0x6f, 0x73, 0xe9), 'José'],
])('%s is read', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});
