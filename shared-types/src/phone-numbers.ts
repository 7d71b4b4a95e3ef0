import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/min';
import { foldText } from './fold-text.ts';
import { DEFAULT_COUNTRY } from './limits.ts';
import { comparable, type PhoneNumber, plainPhones } from './phone.ts';

/** Whether phones of this country (ISO 3166, alpha-2) are known. */
export const isCountry = (code: string) => isSupportedCountry(code);

/** What calls and text messages to a field go to; undefined without a number. */
export const dialedOf = (written: string | null, country: string) =>
  readPhones(written, country)[0]?.dialed;

/**
 * The phone numbers of a field as people write it, the first one first: words before and behind, extensions, several
 * numbers, any digits. `country` (ISO 3166, alpha-2) is where one without a country code is. None without a digit.
 */
export function readPhones(written: string | null, country: string): readonly PhoneNumber[] {
  const text = plainOf(written ?? '');
  if (!/\d/.test(text)) return [];
  const found = findPhoneNumbersInText(
    text,
    isSupportedCountry(country) ? country : DEFAULT_COUNTRY,
  );
  if (found.length === 0) return plainPhones(text).slice(0, 1);
  return found.map(({ number }) => ({
    dialed: number.number,
    compared: comparable(number.nationalNumber),
  }));
}

/** A field in the signs the library knows: it takes what follows a semicolon for an extension. */
function plainOf(written: string): string {
  return foldText(written)
    .replaceAll(/;(?!ext=)/g, ' | ')
    .replaceAll(/(?<=\d)[·•_'"*~]|[·•_'"*~](?=\d)/g, '-')
    .replaceAll(/(?<=[\d -])o(?=\d)/g, '0')
    .replaceAll(/(?<![\d+][^\da-z:,;|]*)(?:00[ .-]?|011[ .-])(?=[1-9])/g, '+')
    .replaceAll(VANITY, (_, before: string, word: string) => before + digitsOfWord(word));
}

/** 1-800-SOLAR, (800) GO SOLAR, 602-555-HOME. */
const VANITY =
  /((?:^|[^\d])(?:1[ .-]?)?\(?8(?:00|33|44|55|66|77|88)\)?[ .-]?|\d{3}[ .)-]{1,2}\d{3}-)([a-z](?:[ -]?[a-z]){3,})(?![a-z\d])/g;
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

function digitsOfWord(word: string): string {
  const digits = word.replaceAll(/[^a-z]/g, '');
  return [...digits].map((letter) => KEYS.findIndex((key) => key.includes(letter)) + 2).join('');
}
