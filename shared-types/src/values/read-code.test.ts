import { expect, test } from 'vitest';
import { crockford, readCode, readToken, readUuid, WHOLE_TOKEN } from './read-code.ts';

const TOKEN = 'aB3_-Zx9kLmNoPqRsTuVwXyZ0123456789-_AbCdEfG';

test.each([
  [''],
  ['.'],
  ['>'],
  [')'],
  ['”'],
  ['…'],
  ['%3E'],
  ['%253E'],
  ['\u200B'],
  [' Thanks'],
  ['&utm_source=chat'],
  ['/'],
  ['*'],
  ['_'],
])('A token is read with %j behind it', (behind) => {
  expect(TOKEN).toHaveLength(43);
  expect(readToken(TOKEN + behind)).toBe(TOKEN);
});

test.each(['<', '(', '“', '%3C', '\u2060', ' '])('and with %j before it', (before) => {
  expect(readToken(before + TOKEN)).toBe(TOKEN);
});

test.each(['\u2010', '\u2011', '\u2013', '\u2212', '\uFE63', '\uFF0D'])(
  'and with what a word processor makes of its hyphens (%j)',
  (dash) => {
    expect(readToken(TOKEN.replaceAll('-', dash))).toBe(TOKEN);
  },
);

test('and with a break in it that nobody sees', () => {
  expect(readToken(`${TOKEN.slice(0, 20)}\u00AD\r\n${TOKEN.slice(20)}`)).toBe(TOKEN);
});

test('One that was cut is not whole', () => {
  expect(WHOLE_TOKEN.test(readToken(TOKEN))).toBe(true);
  expect(WHOLE_TOKEN.test(readToken(`${TOKEN.slice(0, 42)}.>`))).toBe(false);
  expect(WHOLE_TOKEN.test(readToken('…'))).toBe(false);
});

test('A code of sixteen signs is read as one of eight', () => {
  expect(readCode('“abcd–efgh jkmn.0oil”', crockford(16))).toBe('ABCDEFGHJKMN0011');
});

test.each([
  ['0B1C2D3E-0000-4000-8000-00000000000F.', '0b1c2d3e-0000-4000-8000-00000000000f'],
  ['<0b1c2d3e–0000–4000–8000–00000000000f>', '0b1c2d3e-0000-4000-8000-00000000000f'],
  ['0b1c2d3e-0000-4000-8000-00000000000', ''],
  ['', ''],
])('%j is the UUID %j', (typed, id) => {
  expect(readUuid(typed)).toBe(id);
});

test('Reading takes no longer for what is no code', () => {
  const began = performance.now();
  readToken('\u0301'.repeat(1_000_000));
  readUuid('%25'.repeat(1_000_000));
  expect(performance.now() - began).toBeLessThan(1000);
});
