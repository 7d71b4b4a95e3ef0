import { digitsOf, foldText } from './fold-text.ts';

/** Fewer digits than this would find half of the telephone book. */
const DIGITS_MIN = 3;

/** What is searched for: a text, and the digits of what may be a telephone number. */
export interface Needle {
  text: string;
  digits: string;
}

export function needleOf(q: string): Needle {
  const text = foldText(q.trim());
  const digits = /[a-z@]/.test(text) ? '' : digitsOf(text);
  return { text, digits: digits.length < DIGITS_MIN || digits === text ? '' : digits };
}

export function isIn(hay: string, { text, digits }: Needle): boolean {
  return hay.includes(text) || (digits !== '' && hay.includes(digits));
}

/** Whether everything `next` finds was found by `before`, so that only that needs to be looked through. */
export function isNarrower(next: Needle, before: Needle): boolean {
  return next.digits === '' && before.digits === '' && next.text.includes(before.text);
}
