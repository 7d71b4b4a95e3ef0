import { digitsIn, partsOf } from './looks.ts';

/** What a cell of a phone holds, and whether a cell can be one. */

/** What people write where there is no number. */
const NO_PHONE =
  /^(?:[-–—.?/x]+|n\.? ?\/? ?a\.?|no|none|null|nil|unknown|keine?|ninguno|aucun|nenhum)$/i;

/** The phone of a cell, without what spreadsheets and links put around it; of several all, the one to call first. */
export const phoneIn = (cell: string) => phonesIn(cell).join(' / ');

function phonesIn(cell: string): string[] {
  const all = partsOf(cell, /[\r\n]|:::/)
    .flatMap(labeledIn)
    .map((part) => part.replace(/^(?:tel|p):/i, '').trim())
    .filter((part) => part !== '' && !NO_PHONE.test(part));
  return [...new Set(all)];
}

/** By the first number a cell is told; there may be others behind it. */
const firstIn = (cell: string) => phonesIn(cell)[0] ?? '';

/** What some programs write before each of several numbers of a cell. */
const LABEL = String.raw`\b(?:phone|mobile|cell|home|work|office|main|other|fax|pager) ?:`;
const BEFORE_LABEL = new RegExp(`(?=${LABEL})`, 'i');
const FIRST_LABEL = new RegExp(`^${LABEL}\\s*`, 'i');

/** Of 'Phone: 1 Mobile: 2 Fax: 3' the mobile, the phone, and the fax, which stays named; other cells are as they are. */
function labeledIn(cell: string): string[] {
  const places = Map.groupBy(partsOf(cell, BEFORE_LABEL), (part) =>
    /^(?:mobile|cell)/i.test(part) ? 'first' : /^(?:fax|pager)/i.test(part) ? 'last' : 'then',
  );
  const { first = [], then = [], last = [] } = Object.fromEntries(places);
  return [...[...first, ...then].map((part) => part.replace(FIRST_LABEL, '')), ...last];
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
  const phone = firstIn(cell);
  return isSpoiled(phone) || PHONE.test(phone);
}

export function isPhone(cell: string): boolean {
  const phone = firstIn(cell);
  if (isSpoiled(phone)) return true;
  const digits = digitsIn(phone);
  const { min, max } = PHONE_DIGITS;
  return PHONE.test(phone) && !OTHER_NUMBER.test(phone) && digits >= min && digits <= max;
}

/** Written as only phones are: with signs between the digits, or a 0 or + before them. */
export const isWrittenPhone = (cell: string) => isPhone(cell) && !/^[1-9]\d*$/.test(firstIn(cell));

/** A bare number that is long enough for one. */
export const isLongPhone = (cell: string) =>
  isPhone(cell) && digitsIn(firstIn(cell)) >= LONG_DIGITS;
