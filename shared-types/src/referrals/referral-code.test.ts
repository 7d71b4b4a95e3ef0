import { expect, test } from 'vitest';
import { readReferralCode, readReferPath, REFERRAL_CODE_ALPHABET } from './referral-code.ts';

test('The alphabet is that of Crockford’s base32', () => {
  expect(REFERRAL_CODE_ALPHABET).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
});

test('A code is read in any case, with the letters people mistake for digits', () => {
  expect(readReferralCode('olI4abcd')).toBe('0114ABCD');
});

test.each([
  ['ABCD1234.', 'ABCD1234'],
  ['“(ABCD-1234)”', 'ABCD1234'],
  ['A B\tC\u200BD\uFEFF1\u00AD2\u{0}34', 'ABCD1234'],
  ['ABCD1234,Hello', 'ABCD1234'],
  ['ABCD1234Hello', 'ABCD1234'],
  ['ABUCD1234', 'ABCD1234'],
  ['%28ABCD1234%29', 'ABCD1234'],
  ['%e2%80%9cABCD1234%E2%80', 'ABCD1234'],
  ['%25E2%2580%259CABCD1234', 'ABCD1234'],
  ['ABCD123.', 'ABCD123'],
  ['…', ''],
])('%j has the code %j', (typed, code) => {
  expect(readReferralCode(typed)).toBe(code);
});

test.each([
  ['/refer/ABCD1234', 'ABCD1234'],
  ['/refer/%28ABCD1234/)', 'ABCD1234'],
  ['/refer//abcd-1234', 'ABCD1234'],
  ['/refer/%E2%80', ''],
  ['/refer/', undefined],
  ['/refer', undefined],
  ['/referrals', undefined],
  ['/REFER/ABCD1234', undefined],
])('The path %s has the code %j', (path, code) => {
  expect(readReferPath(path)).toBe(code);
});

test.each([
  'ABCD1234.',
  'ABCD1234)',
  '(ABCD1234)',
  '“ABCD1234”,',
  '‘abcd1234’',
  '«ABCD1234»',
  'ABCD1234…',
  'ABCD1234!',
  'ABCD1234\u200b',
  '\u2068ABCD1234\u2069',
  'ABCD-1234',
  'ABCD 1234 ',
  'ABCD1234—thanks',
  'ABCD1234&utm_source=chat',
  'ABCD1234/',
  'ＡＢＣＤ１２３４',
  '*ABCD1234*',
  '<ABCD1234>',
])('%s from a chat is ABCD1234', (typed) => {
  expect(readReferralCode(typed)).toBe('ABCD1234');
});
