import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const LINK = 'https://sun.example/refer/ABCD1234';
/** Modules per side: version 3, the smallest that holds such a link at level M, plus the quiet zone. */
const SIDE = 29 + 2 * 4;

test('a link becomes one small code with a quiet zone of four modules around it', () => {
  const { size, path } = qrPath(LINK);
  expect(size).toBe(SIDE);
  const places = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].flatMap(([, x, y]) => [+x!, +y!]);
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(SIDE - 5);
});

test('other links make other codes', () => {
  expect(qrPath(`${LINK}X`).path).not.toBe(qrPath(LINK).path);
});
