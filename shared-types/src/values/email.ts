import * as v from 'valibot';
import { EMAIL_MAX } from '../limits.ts';
import { text } from './text.ts';
import { invisibleIn, UNSEEN } from './visible-name.ts';

/** What no address has and nobody sees in one: invisible signs, and blanks but the plain one. */
const HIDDEN = new RegExp(`${UNSEEN.source}|[^\\S ]`, 'u');

/** An email without the blanks and invisible signs that come along when it is copied. */
export function trimEmail(email: string): string {
  const signs = [...email];
  const isShown = (sign: string) => sign !== ' ' && !HIDDEN.test(sign);
  const last = signs.findLastIndex(isShown);
  return signs.slice(Math.max(0, signs.findIndex(isShown)), last + 1).join('');
}

/** An email address by the rule browsers apply to `<input type="email">` (SPEC §5 for the message). */
export const Email = v.pipe(
  // A text of any length would be looked through sign by sign.
  text(1, EMAIL_MAX, 'Please enter a valid email'),
  v.transform(trimEmail),
  v.check((email) => !HIDDEN.test(email), invisibleIn('Email')),
  v.rfcEmail('Please enter a valid email'),
);
