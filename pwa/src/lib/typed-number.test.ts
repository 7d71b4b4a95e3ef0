import { expect, test } from 'vitest';
import { readTypedNumber, wayToWrite, writeTypedNumber } from './typed-number.ts';

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
  ['0,085', 'en-US', undefined],
  ['0,850', 'en-US', undefined],
  ['0,085.5', 'en-US', undefined],
  ['01,000', 'en-US', undefined],
  ['0,0855', 'en-US', 0.0855],
  ['0,08', 'en-US', 0.08],
  ['0.085', 'en-US', 0.085],
  ['10,085', 'en-US', 10_085],
  ['0.085', 'de-DE', undefined],
  ['0,085', 'de-DE', 0.085],
  ['0 085', 'fr-FR', undefined],
  ["0'085", 'de-CH', undefined],
  ['', 'en-US', undefined],
  ['four', 'en-US', undefined],
])('%s typed in %s is %s', (text, locale, number) => {
  expect(readTypedNumber(text, locale)).toBe(number);
});

test.each([
  ['0,085', 'en-US', '0.085'],
  [' 0,250 ', 'en-US', '0.25'],
  ['0.085', 'de-DE', '0,085'],
  ['0.085', 'fr-FR', '0,085'],
  ['0.085', 'pt-BR', '0,085'],
  ['0,000', 'en-US', '0'],
  ['1,085', 'en-US', undefined],
  ['0,085,000', 'en-US', undefined],
  ['0,085.5', 'en-US', undefined],
  ['0.085', 'en-US', undefined],
  ['four', 'en-US', undefined],
])('how to write %s in %s is said: %s', (text, locale, way) => {
  expect(wayToWrite(text, locale)).toBe(way);
});

test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'ar-EG', 'hi-IN', 'pt-PT'])(
  'what is written for %s is read as it was',
  (locale) => {
    for (const value of [0, 4.8, 1000, 123_456.789, 0.000001]) {
      expect(readTypedNumber(writeTypedNumber(value, locale), locale)).toBe(value);
    }
  },
);
