import { digitsOf } from '@sunloop/shared-types';
import { foldText } from '../fold-text.ts';

/** Telephone numbers are looked up by their digits alone, however they are written. */
const PHONE = /^[\d\s()+./-]+$/;

/** What is searched for: a text, and the digits of what may be a telephone number. */
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

/** Whether everything `next` finds was found by `before`, so that only that needs to be looked through. */
export function isNarrower(next: Needle, before: Needle): boolean {
  return next.digits === '' && before.digits === '' && next.text.includes(before.text);
}
