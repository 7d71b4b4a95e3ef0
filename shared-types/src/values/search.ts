import { foldText } from './fold-text.ts';
import { digitsOf } from './digits.ts';

/** What somebody looks for: a folded text and, if it can be a phone, its digits with and without a country code. */
export interface Sought {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** What people write phones with, folded. */
const PHONE = /^[\d ()+./#*-]+$/;
/** Fewer digits than this would find half of the phone book. */
const DIGITS_MIN = 3;

/** What was typed, as `isSought` and the server's lists look for it. An empty text finds everything. */
export function soughtIn(typed: string): Sought {
  const text = foldText(typed);
  return { text, numbers: PHONE.test(text) ? numbersIn(text) : [] };
}

function numbersIn(text: string): string[] {
  const { dialed, national } = partsOf(text);
  // Often one and the same, which the database would look for twice.
  return [...new Set([dialed, national])].filter(({ length }) => length >= DIGITS_MIN);
}

/** ITU-T E.164, assigned country codes: none is the beginning of another. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/** The digits of a number as they are dialed from abroad and at home, by which stored ones are looked for. */
function partsOf(run: string): { dialed: string; national: string } {
  const all = digitsOf(run.replace('(0)', ''));
  const dialed = all.replace(/^0(?:0|11)/, '');
  if (run.includes('+') || dialed !== all) {
    return { dialed, national: dialed.replace(COUNTRY_CODE, '').replace(/^0+/, '') };
  }
  return { dialed, national: dialed.replace(/^0+|^1(?=\d{7}$|[2-9]\d{9}$)/, '') };
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
