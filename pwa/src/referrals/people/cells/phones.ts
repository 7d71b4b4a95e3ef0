import { digitsIn, partsOf } from './looks.ts';

/** What a cell of a phone holds, and whether a cell can be one. */

/** What people write where there is no number. */
const NO_PHONE =
  /^(?:[-–—.?/x]+|n\.? ?\/? ?a\.?|no|none|null|nil|unknown|keine?|ninguno|aucun|nenhum)$/i;

/** The phone of a cell: the first of several, without what spreadsheets and links put around it. */
export function phoneIn(cell: string): string {
  const [first = ''] = partsOf(labeledIn(cell), /[\r\n]|:::/);
  const plain = first.replace(/^(?:tel|p):/i, '').trim();
  return NO_PHONE.test(plain) ? '' : plain;
}

/** What some programs write before each of several numbers of a cell. */
const LABEL = String.raw`\b(?:phone|mobile|cell|home|work|office|main|other|fax|pager) ?:`;
const BEFORE_LABEL = new RegExp(`(?=${LABEL})`, 'i');
const FIRST_LABEL = new RegExp(`^${LABEL}\\s*`, 'i');

/** 'Phone: 1 Mobile: 2 Fax: 3' is the mobile; other cells are as they are. */
function labeledIn(cell: string): string {
  const numbers = partsOf(cell, BEFORE_LABEL).filter((part) => !/^(?:fax|pager)/i.test(part));
  const mobile = numbers.find((part) => /^(?:mobile|cell)/i.test(part));
  return (mobile ?? numbers[0] ?? '').replace(FIRST_LABEL, '');
}

/** A spreadsheet's number or error in place of the digits: 5.2E+09, ####. */
const SPOILED = /^\+?\d+(?:[.,]\d+)?E\+?\d+$|^#/i;
export const isSpoiled = (phone: string) => SPOILED.test(phone);

/** Numbers, with signs and perhaps a word before or an extension behind. */
const PHONE = /^(?:[a-z. ]{1,12}:? *)?[+(\d][\d\s()+./\-\u2010-\u2015]*(?:(?:x|ext\.?|#) *\d+)?$/i;
/** Days, amounts, places on the earth, addresses of networks, US postal codes. */
const OTHER_NUMBER =
  /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?:[T ,].*)?$|^\d+[.,]\d+$|^\d{1,3}(?:\.\d{1,3}){3}$|^\d{5}-\d{4}$/;
const PHONE_DIGITS = { min: 7, max: 15 };
/** A bare number of fewer digits may be anything. */
const LONG_DIGITS = 10;

/** Whether it can be a phone: any number without other words. */
export function maybePhone(cell: string): boolean {
  const phone = phoneIn(cell);
  return isSpoiled(phone) || PHONE.test(phone);
}

export function isPhone(cell: string): boolean {
  const phone = phoneIn(cell);
  if (isSpoiled(phone)) return true;
  const digits = digitsIn(phone);
  const { min, max } = PHONE_DIGITS;
  return PHONE.test(phone) && !OTHER_NUMBER.test(phone) && digits >= min && digits <= max;
}

/** Written as only phones are: with signs between the digits, or a 0 or + before them. */
export const isWrittenPhone = (cell: string) => isPhone(cell) && !/^[1-9]\d*$/.test(phoneIn(cell));

/** A bare number that is long enough for one. */
export const isLongPhone = (cell: string) =>
  isPhone(cell) && digitsIn(phoneIn(cell)) >= LONG_DIGITS;
