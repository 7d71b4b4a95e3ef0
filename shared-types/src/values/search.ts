import { foldText } from './fold-text.ts';
import { digitsOf } from './digits.ts';
import { lettersAsDigits } from './letters-as-digits.ts';

/** What somebody looks for: a folded text and, if it can be a phone, its digits with and without a country code. */
export interface Sought {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** What links and lists put around a phone: tel:, x5, ext. 5, ;ext=5. */
const AROUND_PHONE =
  /^(?:tel|callto|sms|phone|mobile|cell|ph|(?:https?:\/\/)?wa\.me)[:./]+ *|[;,]? *(?:#|x|ext(?:ension|n)?)[.:= ]*\d{1,6}$|[;?].*$/g;
/** What people write phones with, folded. */
const PHONE = /^[\d ()+./#*-]+$/;
/** Fewer digits than this would find half of the phone book. */
const DIGITS_MIN = 3;
/** A whole number has at least so many. */
const WHOLE_DIGITS = 7;

/** What was typed, as `isSought` and the server's lists look for it. An empty text finds everything. */
export function soughtIn(typed: string): Sought {
  const text = foldText(typed);
  const phone = lettersAsDigits(text.replaceAll(AROUND_PHONE, ''));
  return { text, numbers: PHONE.test(phone) ? numbersIn(phone) : [] };
}

function numbersIn(text: string): string[] {
  const { code, dialed, national } = partsOf(text);
  // A country code may be there twice.
  const inner = national.startsWith(code) ? national.slice(code.length) : '';
  // Often one and the same, which the database would look for twice.
  return [...new Set([dialed, national, inner.length < WHOLE_DIGITS ? national : inner])].filter(
    ({ length }) => length >= DIGITS_MIN,
  );
}

/** ITU-T E.164, assigned country codes: none is the beginning of another. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/** The digits of a number as they are dialed from abroad and at home, by which stored ones are looked for. */
function partsOf(run: string): { code: string; dialed: string; national: string } {
  const all = digitsOf(run.replace('(0)', ''));
  const dialed = all.replace(/^0(?:0|11)/, '');
  if (run.includes('+') || dialed !== all) {
    const [code = ''] = COUNTRY_CODE.exec(dialed) ?? [];
    return { code, dialed, national: dialed.slice(code.length).replace(/^0+/, '') };
  }
  const national = dialed.replace(/^0+|^1(?=\d{7}$|(?:0*1)?[2-9]\d{9}$)/, '').replace(/^0+/, '');
  return { code: '1', dialed, national };
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
  if (folded.includes(text)) return true;
  return numbers.some((number) => digitsOf(lettersAsDigits(folded)).includes(number));
}
