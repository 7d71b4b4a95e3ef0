import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SignUp } from '../ground/user.ts';
import { NewReferral } from '../referrals/referral.ts';
import { NewQuote } from '../visitors/quotes.ts';

const given = {
  username: 'Ada',
  name: 'Ada',
  email: 'ada@example.com',
  phone: '5',
  password: '123456',
};

/** An email address of `length` units; a label of a host has 63 at most. */
const emailOf = (length: number) =>
  `${'a'.repeat(length - 64 * 3)}@${`${'b'.repeat(63)}.`.repeat(3).slice(0, -1)}`;
const textOf = (length: number) => 'x'.repeat(length);

// The figures are repeated here on purpose: they are API.md's, not whatever limits.ts says.
test.each([
  { text: 'a username', schema: SignUp, field: 'username', make: textOf, min: 2, max: 50 },
  { text: 'a password', schema: SignUp, field: 'password', make: textOf, min: 6, max: 128 },
  { text: 'an email', schema: SignUp, field: 'email', make: emailOf, min: 200, max: 254 },
  { text: 'a phone', schema: SignUp, field: 'phone', make: textOf, min: 0, max: 40 },
  { text: 'an address', schema: SignUp, field: 'address', make: textOf, min: 0, max: 500 },
  { text: 'a name', schema: NewReferral, field: 'name', make: textOf, min: 2, max: 200 },
  { text: 'a message', schema: NewQuote, field: 'message', make: textOf, min: 0, max: 2000 },
])('$text is as long as API.md says', ({ schema, field, make, min, max }) => {
  const isTaken = (length: number) => v.is(schema, { ...given, [field]: make(length) });
  expect([isTaken(min), isTaken(max), isTaken(max + 1)]).toEqual([true, true, false]);
  if (min > 0 && make === textOf) expect(isTaken(min - 1)).toBe(false);
});
