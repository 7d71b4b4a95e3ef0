/** What a cell looks like, whatever its column is called. */

const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/;
const BETWEEN = /[;,|\r\n]|:::/;

/** The email of a cell that may also be `Ann Lee <ann@example.com>`, a link, or several. */
export function emailIn(cell: string): string {
  const text = (/<([^<>\s]+@[^<>\s]+)>/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '');
  if (EMAIL.test(text)) return text;
  const several = partsOf(text, BETWEEN);
  // 'ann@example,com' is a slip and not two.
  return several.every((part) => EMAIL.test(part)) ? (several[0] ?? '') : text;
}

const partsOf = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The name of a cell that may be `Ann Lee <ann@example.com>`. */
export const nameIn = (cell: string) =>
  cell.includes('<') && isEmail(cell)
    ? cell
        .replace(/<[^<>]*>$/, '')
        .replaceAll('"', '')
        .trim()
    : cell;

const YES = /^(?:yes|y|true|1|x)$/i;
const NO = /^(?:no|n|false|0|-)$/i;
/** What stands for a permission. */
export const isYes = (cell: string) => YES.test(cell);
export const isYesOrNo = (cell: string) => YES.test(cell) || NO.test(cell);

/** Whether it holds both a name and an email. */
export const isNamedEmail = (cell: string) => isEmail(cell) && isNameLike(nameIn(cell));

export const isEmail = (cell: string) => EMAIL.test(emailIn(cell));

/** What people write where there is no number. */
const NO_PHONE =
  /^(?:[-–—.?/x]+|n\.? ?\/? ?a\.?|no|none|null|nil|unknown|keine?|ninguno|aucun|nenhum)$/i;

/** The phone of a cell: the first of several, without what spreadsheets and links put around it. */
export function phoneIn(cell: string): string {
  const [first = ''] = partsOf(cell, /[\r\n]|:::/);
  const plain = first
    .replace(/^="?([^"]*)"?$/, '$1')
    .replace(/^(?:tel|p):/i, '')
    .replace(/^(\d{7,})\.0$/, '$1')
    .trim();
  return NO_PHONE.test(plain) ? '' : plain;
}

/** A spreadsheet's number or error in place of the digits: 5.2E+09, ####. */
const SPOILED = /^\d+(?:[.,]\d+)?E\+?\d+$|^#/i;
export const isSpoiled = (phone: string) => SPOILED.test(phone);

/** Numbers, with signs and perhaps a word before or an extension behind. */
const PHONE = /^(?:[a-z. ]{1,12}:? *)?[+(\d][\d\s()+./\-\u2010-\u2015]*(?:(?:x|ext\.?|#) *\d+)?$/i;
/** Days, amounts, places on the earth, addresses of networks, US postal codes. */
const OTHER_NUMBER =
  /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?:[T ,].*)?$|^\d+[.,]\d+$|^\d{1,3}(?:\.\d{1,3}){3}$|^\d{5}-\d{4}$/;
const PHONE_DIGITS = { min: 7, max: 15 };
/** A bare number of fewer digits may be anything. */
const LONG_DIGITS = 10;

const digitsIn = (cell: string) => cell.replaceAll(/\D/g, '').length;

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

/** Without a letter in it, whatever else. */
export const isNumber = (cell: string) => /^[\d\s.,+()/-]+$/.test(cell);

const NAME_MAX_WORDS = 6;

export function isNameLike(cell: string): boolean {
  const letters = cell.replaceAll(/[^\p{L}]/gu, '').length;
  const words = cell.split(/\s+/).length;
  return letters > digitsIn(cell) && words <= NAME_MAX_WORDS && !/[@/\\:<>]/.test(cell);
}

/** Two to four words with capitals, and nothing else: 'Ann Lee', 'Acme Corp'. */
export const isPersonLike = (cell: string) =>
  /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(cell);

export const isOneWord = (cell: string) => !/\s/.test(cell);

/** A house number among words. */
export const isAddressLike = (cell: string) =>
  /\p{L}{2}/u.test(cell) && /\d/.test(cell) && /[\s,]/.test(cell) && !cell.includes('@');
