import * as v from 'valibot';
import { expect, test } from 'vitest';
import { NewReferral, NewQuote, SignUp } from './index.ts';

const given = {
  username: 'Ada',
  name: 'Ada',
  email: 'ada@example.com',
  phone: '5',
  password: '123456',
};

/** An e-mail address of `length` units; a host's label holds 63 at most. */
const emailOf = (length: number) =>
  `${'a'.repeat(length - 64 * 3)}@${`${'b'.repeat(63)}.`.repeat(3).slice(0, -1)}`;
const textOf = (length: number) => 'x'.repeat(length);

// The figures stand here once more on purpose: they are API.md's, not whatever limits.ts says.
test.each([
  ['a username', SignUp, 'username', textOf, 2, 50],
  ['a password', SignUp, 'password', textOf, 6, 128],
  ['an e-mail', SignUp, 'email', emailOf, 200, 254],
  ['a phone', SignUp, 'phone', textOf, 0, 40],
  ['an address', SignUp, 'address', textOf, 0, 500],
  ['a name', NewReferral, 'name', textOf, 2, 200],
  ['a message', NewQuote, 'message', textOf, 0, 2000],
] as const)('%s is as long as API.md says', (_, schema, field, make, min, max) => {
  const isTaken = (length: number) => v.is(schema, { ...given, [field]: make(length) });
  expect([isTaken(min), isTaken(max), isTaken(max + 1)]).toEqual([true, true, false]);
  if (min > 0 && make === textOf) expect(isTaken(min - 1)).toBe(false);
});
