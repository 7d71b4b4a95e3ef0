import { expect, test } from 'vitest';
import { readReferralCode } from './referral-code.ts';

test('a typed code is read in any case, with the letters people mistake for digits', () => {
  expect(readReferralCode(' olI4abcd ')).toBe('0114ABCD');
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

test('too little is no more than it was', () => {
  expect(readReferralCode('ABC.')).toBe('ABC');
  expect(readReferralCode('…')).toBe('');
});
