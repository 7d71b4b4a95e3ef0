import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrGrid } from './qr-grid.ts';

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7];
const LONGEST = 213;
const LINK = `https://sun.example/refer/${'abcdefghij'.repeat(20)}`;

test('a link of any length becomes the same code that another encoder makes with the same mask', () => {
  for (let length = 1; length <= LONGEST; length += 2) {
    const text = LINK.slice(0, length);
    const ours = qrGrid(text).modules.join('');
    const isTheirs = MASKS.some((maskPattern) => theirs(text, maskPattern) === ours);
    expect(isTheirs, `${length} characters`).toBe(true);
  }
});

test('a text too long for a code that cameras can read from a screen is refused', () => {
  expect(() => qrGrid(LINK.slice(0, LONGEST))).not.toThrow();
  expect(() => qrGrid(LINK.slice(0, LONGEST + 1))).toThrow(RangeError);
});

const theirs = (text: string, maskPattern: number) =>
  encode(text, { ecc: 'M', border: 0, boostEcc: false, maskPattern })
    .data.flat()
    .map(Number)
    .join('');
