import * as v from 'valibot';
import { EMAIL_MAX } from './limits.ts';
import { storableText } from './text.ts';
import { invisibleIn, UNSEEN } from './visible-name.ts';

/** What no address has and nobody sees in one: invisible signs, and blanks but the plain one. */
const HIDDEN = `(?:${UNSEEN.source}|[^\\S ])`;
const INSIDE = new RegExp(HIDDEN, 'u');
const AT_EDGES = new RegExp(`^(?:${HIDDEN}| )+|(?:${HIDDEN}| )+$`, 'gu');

/** An email without the blanks and invisible signs that come along when it is copied. */
export const trimEmail = (email: string) => email.replaceAll(AT_EDGES, '');

/** An email address by the rule browsers apply to `<input type="email">` (SPEC §5 for the message). */
export const Email = v.pipe(
  storableText,
  v.transform(trimEmail),
  v.minLength(1, 'Please enter a valid email'),
  v.maxLength(EMAIL_MAX, `Must be at most ${EMAIL_MAX} characters`),
  v.check((email) => !INSIDE.test(email), invisibleIn('Email')),
  v.rfcEmail('Please enter a valid email'),
);
