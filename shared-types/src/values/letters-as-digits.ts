/** Letters of the keys 2 to 9 (ITU-T E.161). */
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const TOLL_FREE = /^8(?:00|33|44|55|66|77|88)$/;
/** An area in North America, perhaps behind its country code. */
const AREA = /(?<![a-z\d+])((?:\+?1[ .-]*)?(\(?)(\d{3})\)?[ .-]*)(?=[a-z\d])/g;
const PART = /([a-z]+|\d+)([ .-]*)/y;
const DIGITS_AFTER_AREA = 7;
/** The network ignores what is dialed beyond: 1-800-CONTACTS. */
const LONGEST_WORD = 9;

/**
 * A folded text whose numbers have digits in place of letters, however they are grouped: 1-888-SUN-4-YOU, 1-800-GO-SOLAR,
 * 602-555-HOME. Of areas that are not toll-free only those without blanks, because words follow a number.
 */
export function lettersAsDigits(text: string): string {
  if (!/\d/.test(text) || !/[a-z]/.test(text)) return text;
  let read = '';
  let from = 0;
  for (const found of text.matchAll(AREA)) {
    const [head, , bracket = '', area = ''] = found;
    const start = found.index + head.length;
    const rest =
      found.index < from ? undefined : restOf(text, start, bracket === '' && /[ ]$/.test(head));
    if (!rest || !(TOLL_FREE.test(area) || !rest.hasBlanks)) continue;
    read += text.slice(from, start) + rest.digits;
    from = rest.end;
  }
  return read + text.slice(from);
}

/** The seven digits from there on, of which some are letters; undefined if there are none. */
function restOf(text: string, start: number, isAfterBlank: boolean) {
  let signs = '';
  let hasBlanks = isAfterBlank;
  let [at, between] = [start, ''];
  while (signs.length < DIGITS_AFTER_AREA) {
    PART.lastIndex = at;
    const [whole, part, after = ''] = PART.exec(text) ?? [];
    if (whole === undefined || part === undefined) return undefined;
    hasBlanks ||= signs !== '' && between.includes(' ');
    signs += part;
    [at, between] = [at + whole.length, after];
  }
  const isWord = /^[a-z]+$/.test(signs) && signs.length <= LONGEST_WORD;
  const isWhole = signs.length === DIGITS_AFTER_AREA || isWord;
  const goesOn = between === '' && /^[a-z\d]/.test(text.slice(at));
  if (!isWhole || goesOn || !/[a-z]/.test(signs)) return undefined;
  const digits = Array.from(signs.slice(0, DIGITS_AFTER_AREA), digitOf).join('');
  return { digits: digits + between, end: at, hasBlanks };
}

function digitOf(sign: string): string {
  const key = KEYS.findIndex((letters) => letters.includes(sign));
  return key < 0 ? sign : String(key + 2);
}
