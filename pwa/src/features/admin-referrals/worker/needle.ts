import { digitsOf } from '@sunloop/shared-types';
import { foldText } from '../fold-text.ts';

/** Phone numbers are searched by their digits alone, however they are written. */
const PHONE = /^[\d\s()+./-]+$/;

/** What is searched for: a text, and the digits if it may be a phone number. */
export interface Needle {
  text: string;
  digits: string;
}

export function needleOf(q: string): Needle {
  const text = foldText(q.trim());
  const digits = PHONE.test(text) ? digitsOf(text) : '';
  return { text, digits: digits === text ? '' : digits };
}

export function isIn(hay: string, { text, digits }: Needle): boolean {
  return hay.includes(text) || (digits !== '' && hay.includes(digits));
}

/** Whether everything `next` finds was found by `before`, so that only those rows need to be searched. */
export function isNarrower(next: Needle, before: Needle): boolean {
  return next.digits === '' && before.digits === '' && next.text.includes(before.text);
}
