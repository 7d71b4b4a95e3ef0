import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes).buffer;

test.each([
  ['UTF-8', new TextEncoder().encode('José ☀').buffer, 'José ☀'],
  ['UTF-8 with its mark', bytesOf(0xef, 0xbb, 0xbf, 0x41), 'A'],
  ['UTF-16 with its mark', bytesOf(0xff, 0xfe, 0xe9, 0x00), 'é'],
  ['what Excel on Windows saves', bytesOf(0x4a, 0x6f, 0x73, 0xe9), 'José'],
])('%s is read', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});
