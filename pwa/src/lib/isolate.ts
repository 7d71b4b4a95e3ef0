/** Letters written from right to left: Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** First strong isolate, and its end: https://www.w3.org/International/questions/qa-bidi-unicode-controls */
const [BEGIN, END] = ['\u2068', '\u2069'];

/** A name for a sentence: one written from right to left does not reorder figures and signs beside it. */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${BEGIN}${name}${END}` : name;
}
