import { expect, test } from 'vitest';
import { readTypedNumber, writeTypedNumber } from './typed-number.ts';

test.each([
  ['4.8', 'en-US', 4.8],
  ['4,8', 'en-US', 4.8],
  ['1,000', 'en-US', 1000],
  ['1,00', 'en-US', 1],
  ['1,000,00', 'en-US', undefined],
  ['1,000.5,0', 'en-US', undefined],
  ['1.000', 'en-US', 1],
  ['4.', 'en-US', 4],
  ['4,8', 'de-DE', 4.8],
  ['4.8', 'de-DE', 4.8],
  ['1.000', 'de-DE', 1000],
  ['1.000,5', 'de-DE', 1000.5],
  ['1 000,5', 'fr-FR', 1000.5],
  ['1\u202f000', 'fr-FR', 1000],
  ["1'000.5", 'de-CH', 1000.5],
  ['1’000', 'de-CH', 1000],
  ['４８', 'ja-JP', 48],
  ['٤٫٨', 'ar-EG', 4.8],
  ['-4', 'en-US', undefined],
  ['4e3', 'en-US', undefined],
  ['0x10', 'en-US', undefined],
  ['', 'en-US', undefined],
  ['four', 'en-US', undefined],
])('%s typed in %s is %s', (text, locale, number) => {
  expect(readTypedNumber(text, locale)).toBe(number);
});

test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'ar-EG', 'hi-IN', 'pt-PT'])(
  'what is written for %s is read as it was',
  (locale) => {
    for (const value of [0, 4.8, 1000, 123_456.789, 0.000001]) {
      expect(readTypedNumber(writeTypedNumber(value, locale), locale)).toBe(value);
    }
  },
);
