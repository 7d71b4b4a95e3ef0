import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonShape } from './json-shape.ts';

/** Reads the text in pieces of this many bytes. */
function check(text: string, piece = 7): void {
  const shape = new JsonShape();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) shape.add(bytes.subarray(at, at + piece));
}
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('eight levels pass, nine do not, however long the text is', () => {
  expect(() => check(nested(8))).not.toThrow();
  expect(() => check(nested(9))).toThrow('8 levels');
  expect(() => check('{"a":'.repeat(9))).toThrow('8 levels');
  expect(() => check(`[${nested(7)},${nested(7)}]`)).not.toThrow();
});

test('20,000 values pass, more do not', () => {
  const list = (length: number) => `[${Array.from({ length }, () => 0).join()}]`;
  expect(() => check(list(19_999))).not.toThrow();
  expect(() => check(list(20_000))).toThrow('20000 values');
});

test('signs inside a string count for nothing, wherever the pieces are cut', () => {
  const text = JSON.stringify({ note: '["\\{:,'.repeat(30_000), more: '\\' });
  for (const piece of [1, 2, 3, 1000]) expect(() => check(text, piece)).not.toThrow();
});

test('no JSON of up to eight levels is refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 7 }), fc.integer({ min: 1, max: 9 }), (text, piece) => {
      expect(() => check(text, piece)).not.toThrow();
    }),
  );
});
