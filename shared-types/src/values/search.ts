import { foldText } from './fold-text.ts';
import { digitsOf } from './digits.ts';
import { lettersAsDigits } from './letters-as-digits.ts';

/** What somebody looks for; without anything it finds everything. */
export interface Sought {
  /** What was typed, as a key and, without words, as it is in a phone: each is found as it stands. */
  readonly texts: readonly string[];
  /** All of them begin words of one text, in any order: 'lee, ann'. None if that says no more. */
  readonly words: readonly string[];
  /** The digits of what can be a phone, with and without a country code. */
  readonly numbers: readonly string[];
}

/** What links and lists put around a phone: tel:, x5, ext. 5, ;ext=5. */
const AROUND_PHONE =
  /^(?:tel|callto|sms|phone|mobile|cell|ph|(?:https?:\/\/)?wa\.me)(?:[:./]+ *| (?=[+(\d]))|[;,]? *(?:#|x|ext(?:ension|n)?)[.:= ]*\d{1,6}$|[;?&].*$/g;
/** What people write phones with, folded. */
const PHONE = /^(?=.*\d)[\d ()+./#*-]+$/;
/** Fewer digits than this would find half of the phone book. */
const DIGITS_MIN = 3;
/** A whole number has at least so many. */
const WHOLE_DIGITS = 7;

/** Whoever types more has found the person, or pasted a page. */
const WORDS_MAX = 8;
/** What may stand before a word. The server's lists have the same signs. */
export const BEFORE_WORD = ' "(.,/@&+';

/** Of shorter words alone the database would read every text; they are found beside each other, in either order. */
const RARE_WORD_LENGTH = 3;

/** What was typed, as `isSought` and the server's lists look for it. */
export function soughtIn(typed: string): Sought {
  const text = foldText(typed);
  const phone = lettersAsDigits(text.replaceAll(AROUND_PHONE, ''));
  // It may be a part of a name all the same, '7-Eleven'.
  if (PHONE.test(phone))
    return { texts: [...new Set([text, keyOf(text)])], words: [], numbers: numbersIn(phone) };
  const key = keyOf(text.replaceAll(/[",;()]/g, ' '));
  if (key === '') return { texts: [], words: [], numbers: [] };
  const words = [...new Set(key.split(' ').map((word) => word.replace(/(?<=.)\.$/, '')))];
  const isWhole = words.length === 1 && words[0] === key;
  // What has a number is an address or a phone, whose parts have an order.
  const isOfNames = !isWhole && !words.some((word) => /^\d+$/.test(word));
  if (!isOfNames) return { texts: [...new Set([key, text])], words: [], numbers: [] };
  const isRare = words.some(({ length }) => length >= RARE_WORD_LENGTH);
  // Each of the words is in the text, so that the database looks for them first.
  if (isRare) return { texts: [key], words: words.slice(0, WORDS_MAX), numbers: [] };
  return { texts: [...new Set([key, words.toReversed().join(' ')])], words: [], numbers: [] };
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

/** A folded text with another sign for apostrophes and hyphens; several of them in a row are no part of a name. */
const keyOf = (folded: string, apostrophe = '', hyphen = ' ') =>
  folded
    .replaceAll(/(?<!['-])'(?!['-])/g, apostrophe)
    .replaceAll(/(?<!['-])-(?!['-])/g, hyphen)
    .replaceAll(/ +/g, ' ')
    .trim();

/**
 * A name or an email as it is searched, in the database by the function `search_keys`: O'Brien as 'obrien' and 'o brien',
 * Anne-Marie as 'anne marie' and 'annemarie'.
 */
export function searchKeys(text: string): readonly string[] {
  const folded = foldText(text);
  return /['-]/.test(folded) ? [keyOf(folded), keyOf(folded, ' ', '')] : [folded];
}

/** Whether one of these texts or phones holds what is sought. */
export function isSought(
  { texts, words, numbers }: Sought,
  fields: readonly (string | null)[],
  phone: string | null = null,
): boolean {
  if (texts.length === 0) return true;
  const isFound = (field: string) =>
    texts.some((text) => field.includes(text)) ||
    (words.length > 0 && words.every((word) => beginsWord(field, word)));
  if (fields.some((field) => searchKeys(field ?? '').some(isFound))) return true;
  if (phone === null) return false;
  const folded = foldText(phone);
  const digits = digitsOf(lettersAsDigits(folded));
  return [folded, digits].some(isFound) || numbers.some((number) => digits.includes(number));
}

function beginsWord(text: string, word: string): boolean {
  let at = text.indexOf(word);
  while (at > 0 && !BEFORE_WORD.includes(text.charAt(at - 1))) at = text.indexOf(word, at + 1);
  return at !== -1;
}
