/** Accents as marks of their own: Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs. */
const MARKS =
  String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670` +
  String.raw`\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
/** What fonts do not draw: controls, soft hyphens, zero widths, marks of direction, variants, tags. */
const UNSEEN =
  String.raw`\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f` +
  String.raw`\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\ufff0-\ufffc\u{e0000}-\u{e0fff}`;
const DROPPED = new RegExp(`[${MARKS}${UNSEEN}]`, 'gu');
/** What Unicode's compatibility form leaves of all blanks and line ends. */
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g;
/** Nothing to fold but capitals. */
const PLAIN = /^(?:[!-_a-~]+(?: [!-_a-~]+)*)?$/;

/** Zeros of the digits people write: Arabic, Persian, Indian, Thai, Lao, Burmese, Khmer. Nine more follow each. */
const ZEROS = '٠۰०০੦૦୦௦౦೦൦๐໐၀០';
const DIGITS = [...ZEROS].flatMap((zero) =>
  [...'0123456789'].map((digit) => [
    String.fromCharCode(zero.charCodeAt(0) + Number(digit)),
    digit,
  ]),
);
const each = (signs: string, plain: string) => [...signs].map((sign) => [sign, plain]);
/** Letters that no form of Unicode takes apart, each before what it is folded to; and signs that are typed in several ways. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  [
    ...'ßss æae œoe þth øo łl đd ðd ħh ŧt ŋn ıi ĸk ςσ'.split(' ').map((pair) => [...pair]),
    ...each('`ʹʻʼʽ‘’‛′‵׳', "'"),
    ...each('“”„‟', '"'),
    ...each('‐‑‒–—―⁃−־', '-'),
    ...DIGITS,
  ].map(([sign = '', ...plain]) => [sign, plain.join('')] as const),
);
const SIGNS = new RegExp(`[${[...ALIKE.keys()].join('')}]`, 'gu');

/**
 * A text as every search compares it, on the device and (as the function `folded`) in the database: without case,
 * accents and invisible signs; letters such as ß and ø as ss and o; apostrophes, dashes and digits each in one form;
 * blanks and line ends as one blank between words. 'ü' is 'u' and not 'ue', for most languages that have it.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(DROPPED, '')
    .toLowerCase()
    .replaceAll(SIGNS, (sign) => ALIKE.get(sign) ?? sign)
    .replaceAll(BLANKS, ' ')
    .trim();
}
