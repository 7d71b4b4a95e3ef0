import { foldText } from './fold-text.ts';
import { digitsOf } from './phone.ts';

/** What somebody looks for: a folded text and, if it can be a phone, its digits with and without a country code. */
export interface Sought {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** What people write phones with, folded. */
const PHONE = /^[\d ()+./#*-]+$/;
/** Fewer digits than this would find half of the phone book. */
const DIGITS_MIN = 3;
/** ITU-T E.164, assigned country codes: none is the beginning of another. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/** What was typed, as `isSought` and the server's lists look for it. An empty text finds everything. */
export function soughtIn(typed: string): Sought {
  const text = foldText(typed);
  const numbers = PHONE.test(text) ? [...new Set(numbersIn(text))] : [];
  return { text, numbers: numbers.filter(({ length }) => length >= DIGITS_MIN) };
}

/** The number without what is dialed before it abroad, and what is dialed of it at home. */
function numbersIn(text: string): string[] {
  const digits = digitsOf(text);
  const abroad = /^(?:00|011)(.*)/.exec(digits)?.[1] ?? (/^[^\d]*\+/.test(text) && digits);
  if (abroad !== false) return [abroad, abroad.replace(COUNTRY_CODE, '').replace(/^0+/, '')];
  // In North America, the country code is also written without a plus.
  return [digits, digits.replace(/^0+|^1(?=(?:\d{3})?\d{7}$)/, '')];
}

/** Whether one of these texts or phones holds what is sought. */
export function isSought(
  { text, numbers }: Sought,
  texts: readonly (string | null)[],
  phone: string | null = null,
): boolean {
  if (texts.some((one) => foldText(one ?? '').includes(text))) return true;
  if (phone === null) return false;
  const folded = foldText(phone);
  return folded.includes(text) || numbers.some((number) => digitsOf(folded).includes(number));
}
