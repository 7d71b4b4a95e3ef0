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

/** The parts of a cell that holds several of its kind. */
export const partsOf = (text: string, between: RegExp) =>
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

const YES = /^(?:yes|y|true|1|x|✓|✔|ja|s[ií]|oui|sim)(?![\p{L}\p{N}])/iu;
const GRANTED =
  /^(?:granted|given|implicit|implied|express(?:ed)?|explicit|agreed|accepted|confirmed|allowed|opt(?:ed)?[ _-]?in|subscribed|erteilt)(?![\p{L}\p{N}])/iu;
const NO =
  /^(?:no|n|false|0|-|not? .*|revoked|denied|declined|withdrawn|refused|rejected|opt(?:ed)?[ _-]?out|unsubscribed|nein|n[aã]o|non)(?![\p{L}\p{N}])/iu;
/** What stands for a permission. */
export const isGranted = (cell: string) => YES.test(cell) || GRANTED.test(cell);
export const isYesOrNo = (cell: string) => isGranted(cell) || NO.test(cell);

const REFUSAL =
  /^(?:(?:do not|don['’]?t|no) (?:call|contact|e-?mail|mail|text)(?:s|ing)?|dnc|opt(?:ed)?[ _-]?out|unsubscribed?)(?:[\s.,;:!-]+(?:me|us|them|again|list|any ?more|(?:by|via) .*)|[.!])*$/iu;
/** Whether a cell says by itself that somebody must not be contacted. */
export const isRefusal = (cell: string) => REFUSAL.test(cell);

const NONE = /^(?:n\/?\.?a\.?|none|null|ok(?:ay)?|clear(?:ed)?|callable|active|0[-0 :.T]*)$/i;
/** Whether a cell below 'Do not call' says so: anything does but what stands for no. */
export const isRefused = (cell: string) =>
  cell !== '' && ![NO, GRANTED, NONE].some((pattern) => pattern.test(cell));

/** Whether it holds both a name and an email. */
export const isNamedEmail = (cell: string) => isEmail(cell) && isNameLike(nameIn(cell));

export const isEmail = (cell: string) => EMAIL.test(emailIn(cell));

/** Without a letter in it, whatever else. */
export const isNumber = (cell: string) => /^[\d\s.,+()/-]+$/.test(cell);

/** How many digits are in it. */
export const digitsIn = (cell: string) => cell.replaceAll(/\D/g, '').length;

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
