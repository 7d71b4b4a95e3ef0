import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { foldText } from './fold-text.ts';
import { DEFAULT_COUNTRY } from '../limits.ts';
import { digitsOf } from './digits.ts';
import { lettersAsDigits } from './letters-as-digits.ts';
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
  if (whole.length > 0) return [...whole, ...localsIn(text, home)];
  const bare = withoutCounts(text);
  const found = bare === text ? [] : numbersIn(bare, home);
  return found.length > 0 ? found : untold(bare, home);
}

/** A field in the signs the library knows, without times, days and the 1 that mobiles in Mexico had until 2019. */
function plainOf(written: string): string {
  const text = withoutTimes(foldText(written))
    .replaceAll(/(?<=\d)[·•_'"*~]|[·•_'"*~](?=\d)/g, '-')
    .replaceAll(/(?<=[\d -])o+(?=\d)|(?<=\d)o+(?=-\d)/g, (letters) => '0'.repeat(letters.length))
    .replaceAll(/(?<![\d+][^\da-z:,;|]*)(?:\+?00[ .-]?|011[ .-])(?=[1-9])/g, '+')
    .replaceAll(/(?<=\+52[ -]?)1[ -]?(?=(?:[ -]?\d){10}(?![ -]?\d))/g, '');
  return lettersAsDigits(text);
}

const RUN = /[+(\d][\d ()+./-]*/g;
/** Where a run of digits may be several numbers beside others that are none, the surest first. */
const BETWEEN = [/(?=\+)/, /(?=\()/, /\//, / /];

function numbersIn(text: string, home: CountryCode): PhoneNumber[] {
  return (text.match(RUN) ?? []).flatMap((run) => {
    const whole = parsed(run, home);
    if (whole) return [whole];
    const several = severalIn(run, home);
    if (several) return several;
    for (const between of BETWEEN) {
      const parts = run.split(between);
      const found = parts.length > 1 ? parts.flatMap((part) => parsed(part, home) ?? []) : [];
      if (found.length > 0) return found;
    }
    return [];
  });
}

/** Digits that belong together, with a sign before them. */
const GROUP = /[+(]*\d+/g;
const DIGITS_OF_NUMBER = { min: 7, max: 15 };
/** More could be taken apart in thousands of ways. */
const SEVERAL_MAX = 3;

/** The numbers that all digits of a run are, one after the other; undefined if they are none, or if there are two ways to read them. */
function severalIn(run: string, home: CountryCode): PhoneNumber[] | undefined {
  const starts = [...run.matchAll(GROUP)].map(({ index }) => index);
  const { min, max } = DIGITS_OF_NUMBER;
  const all = digitsOf(run).length;
  if (all < 2 * min || all > SEVERAL_MAX * max) return undefined;
  const read = (from: number, to: number): PhoneNumber | undefined => {
    const part = run.slice(starts[from], starts[to]);
    const { length } = digitsOf(part);
    if (length < min || length > max) return undefined;
    return parsed(part, home) ?? (LOCAL_FORM.test(part) ? localIn(part, home) : undefined);
  };
  const waysFrom = (from: number): PhoneNumber[][] => {
    if (from === starts.length) return [[]];
    return starts.slice(from).flatMap((_, length) => {
      const to = from + length + 1;
      const number = read(from, to);
      return number ? waysFrom(to).map((others) => [number, ...others]) : [];
    });
  };
  const [way, ...others] = waysFrom(0);
  return others.length === 0 ? way : undefined;
}

/** What the library says of these digits, all of them, but for a country code that is there twice. */
function parsed(part: string, home: CountryCode): PhoneNumber | undefined {
  const number = readBy(part, home) ?? readBy(withoutSecondCode(part, home), home);
  return number && { dialed: number.number, compared: comparable(number.nationalNumber) };
}

function readBy(part: string, home: CountryCode) {
  const number = parsePhoneNumberFromString(part, { defaultCountry: home, extract: false });
  return number?.isValid() ? number : undefined;
}

/** +49 49 30 901820, +1 001 520 555 0117, and without a plus where the first one is the home country's. */
function withoutSecondCode(part: string, home: CountryCode): string {
  const signed = part.trim().startsWith('+') ? part : part.replace(homeCode(home), '+$1 ');
  return signed.replace(/^\+(\d{1,3})[ ().-]*(?:00)?[ ().-]*\1(?=[ ().-]*\d)/, '+$1 ');
}

const homeCode = (home: CountryCode) => new RegExp(`^[ (]*(${getCountryCallingCode(home)})(?=\\D)`);

const comparable = (national: string) => national.replace(/^0+/, '').slice(-10);

/** Shorter ones (extensions, 000) do not identify a person. */
const DIGITS_MIN = 6;
/** A number without its area, where an area has a length of its own, and elsewhere. */
const LOCAL_DIGITS = { america: /^[2-9]\d{6}$/, elsewhere: /^\d{6,8}$/ };

/** The only digits of a field, of which the library says nothing: a local number, or one that cannot be told. */
function untold(text: string, home: CountryCode): PhoneNumber[] {
  const runs = (text.match(RUN) ?? []).filter((run) => digitsOf(run).length >= DIGITS_MIN);
  const [run, more] = runs;
  if (run === undefined || more !== undefined) return [];
  const local = localIn(run, home);
  return [local ?? { dialed: undefined, compared: withoutAmerica(run, home).replace(/^0+/, '') }];
}

/** 555-0100, whatever stands around it. */
const LOCAL_FORM = /^[^\d+]*\d{3}[.-]\d{4}\D*$/;

/** Numbers without their areas beside whole ones. */
const localsIn = (text: string, home: CountryCode) =>
  (text.match(RUN) ?? []).flatMap((run) => (LOCAL_FORM.test(run) && localIn(run, home)) || []);

/** A number without its area. */
function localIn(part: string, home: CountryCode): PhoneNumber | undefined {
  const local = withoutAmerica(part, home);
  const isLocal = LOCAL_DIGITS[isAmerica(home) ? 'america' : 'elsewhere'].test(local);
  return isLocal ? { dialed: local, compared: local.replace(/^0+/, '') } : undefined;
}

const isAmerica = (home: CountryCode) => getCountryCallingCode(home) === '1';

function withoutAmerica(part: string, home: CountryCode): string {
  const digits = digitsOf(part);
  return isAmerica(home) ? digits.replace(/^1(?=\d{7}$|\d{10}$)/, '') : digits;
}
