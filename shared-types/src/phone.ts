import { foldText } from './fold-text.ts';

/** The digits of a text, without whatever people write between them. */
export const digitsOf = (text: string) => text.replaceAll(/[^0-9]/g, '');

/** A number found in a field. */
export interface PhoneNumber {
  /** What is dialed: `+15205550117`, or only digits if it is no whole number (555-0100). No extension. */
  readonly dialed: string;
  /** The last ten digits without a country code, by which two are compared; empty for zeros alone. */
  readonly compared: string;
}

/** Shorter ones (extensions, 000) do not identify a person. */
const DIGITS_MIN = 6;
/** ITU-T E.164, assigned country codes: none is the beginning of another. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

const withoutCountryCode = (digits: string) => digits.replace(COUNTRY_CODE, '').replace(/^0+/, '');

export const comparable = (national: string) => national.replace(/^0+/, '').slice(-10);

/**
 * The phones of a field by its digits alone, where the library (`readPhones`) is too large: on a customer's device. It
 * finds the same numbers but of words and odd signs; one without a country code is dialed as it is at home.
 */
export function plainPhones(written: string | null): readonly PhoneNumber[] {
  return (foldText(written ?? '').match(/\+?\(?\d(?:[\d ().-]|\b\/)*/g) ?? [])
    .filter((run) => digitsOf(run).length >= DIGITS_MIN)
    .map((run) => {
      const { dialed, national } = partsOf(run);
      return { dialed, compared: comparable(national) };
    });
}

/** The digits of a number as they are dialed, after a plus if they name a country, and those dialed at home. */
export function partsOf(run: string): { dialed: string; national: string } {
  const all = digitsOf(run.replace('(0)', ''));
  const digits = all.replace(/^0(?:0|11)/, '');
  if (run.includes('+') || digits !== all) {
    return { dialed: `+${digits}`, national: withoutCountryCode(digits) };
  }
  // Of more digits the rest is another number, or only its end.
  const american = /^1?([2-9]\d{9})/.exec(digits)?.[1];
  if (american !== undefined) return { dialed: american, national: american };
  return { dialed: digits, national: digits.replace(/^0+|^1(?=\d{7}$)/, '') };
}
