import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { foldText } from './fold-text.ts';
import { DEFAULT_COUNTRY } from '../limits.ts';
import { digitsOf } from './digits.ts';
import { withoutCounts, withoutTimes } from './phone-words.ts';

/** A number found in a field. */
export interface PhoneNumber {
  /**
   * What is dialed: `+15205550117`, or only digits if it is a local number (555-0100). No extension. Undefined if nobody can
   * tell which number is meant.
   */
  readonly dialed: string | undefined;
  /**
   * By which two are compared: the last ten digits without a country code, of a number nobody can tell all of them; empty
   * for zeros alone.
   */
  readonly compared: string;
}

/** Whether phones of this country (ISO 3166, alpha-2) are known. */
export const isCountry = (code: string) => isSupportedCountry(code);

/** What calls and text messages to a field go to; undefined without a number, or if nobody can tell which it is. */
export const dialedOf = (written: string | null, country: string) =>
  readPhones(written, country)[0]?.dialed;

/**
 * The phone numbers of a field as people write it, the first one first: words before and behind, times, days,
 * apartments, extensions, several numbers, any digits. Which digits are a number is what the library says of them, and of
 * digits that are none no part is taken for one. `country` (ISO 3166, alpha-2) is where one without a country code is.
 * None without a digit.
 */
export function readPhones(written: string | null, country: string): readonly PhoneNumber[] {
  const text = plainOf(written ?? '');
  if (!/\d/.test(text)) return [];
  const home = isSupportedCountry(country) ? country : DEFAULT_COUNTRY;
  const whole = numbersIn(text, home);
  if (whole.length > 0) return whole;
  const bare = withoutCounts(text);
  const found = bare === text ? [] : numbersIn(bare, home);
  return found.length > 0 ? found : untold(bare, home);
}

/** A field in the signs the library knows, without times, days and the 1 that mobiles in Mexico had until 2019. */
function plainOf(written: string): string {
  return withoutTimes(foldText(written))
    .replaceAll(/(?<=\d)[·•_'"*~]|[·•_'"*~](?=\d)/g, '-')
    .replaceAll(/(?<=[\d -])o(?=\d)/g, '0')
    .replaceAll(/(?<![\d+][^\da-z:,;|]*)(?:00[ .-]?|011[ .-])(?=[1-9])/g, '+')
    .replaceAll(/(?<=\+52[ -]?)1[ -]?(?=(?:[ -]?\d){10}(?![ -]?\d))/g, '')
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

const RUN = /[+(\d][\d ()+./-]*/g;
/** Where a run of digits may be several numbers, the surest first. */
const BETWEEN = [/(?=\+)/, /(?=\()/, /\//, / /];

function numbersIn(text: string, home: CountryCode): PhoneNumber[] {
  return (text.match(RUN) ?? []).flatMap((run) => {
    const whole = parsed(run, home);
    if (whole) return [whole];
    for (const between of BETWEEN) {
      const parts = run.split(between);
      const found = parts.length > 1 ? parts.flatMap((part) => parsed(part, home) ?? []) : [];
      if (found.length > 0) return found;
    }
    return [];
  });
}

/** What the library says of these digits, all of them. */
function parsed(part: string, home: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(part, { defaultCountry: home, extract: false });
  if (!number?.isValid()) return undefined;
  return { dialed: number.number, compared: comparable(number.nationalNumber) };
}

const comparable = (national: string) => national.replace(/^0+/, '').slice(-10);

/** Shorter ones (extensions, 000) do not identify a person. */
const DIGITS_MIN = 6;
/** A number without its area, where an area has a length of its own, and elsewhere. */
const LOCAL_DIGITS = { america: /^[2-9]\d{6}$/, elsewhere: /^\d{6,8}$/ };

/** The only digits of a field, of which the library says nothing: a local number, or one that cannot be told. */
function untold(text: string, home: CountryCode): PhoneNumber[] {
  const runs = (text.match(RUN) ?? []).map(digitsOf).filter(({ length }) => length >= DIGITS_MIN);
  const [digits, more] = runs;
  if (digits === undefined || more !== undefined) return [];
  const isAmerica = getCountryCallingCode(home) === '1';
  const local = isAmerica ? digits.replace(/^1(?=\d{7}$|\d{10}$)/, '') : digits;
  const isLocal = LOCAL_DIGITS[isAmerica ? 'america' : 'elsewhere'].test(local);
  return [{ dialed: isLocal ? local : undefined, compared: local.replace(/^0+/, '') }];
}
