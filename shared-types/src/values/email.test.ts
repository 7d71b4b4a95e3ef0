import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { NewUser, UserChange } from '../ground/admin.ts';
import { LogIn, SignUp } from '../ground/user.ts';
import { PushRow, ReferralForm } from '../referrals/referral.ts';
import { Email } from './email.ts';
import { NewQuote } from '../visitors/quotes.ts';

const SIGNS = {
  'a zero-width space': '\u200b',
  'a joiner': '\u200d',
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'a word joiner': '\u2060',
  'a mark of direction': '\u200e',
  'an embedding': '\u202a',
  'an isolate': '\u2066',
  'a no-break space': '\u00a0',
  'a narrow no-break space': '\u202f',
  'a tab': '\t',
  'a line end': '\r\n',
};

describe.each(Object.entries(SIGNS))('%s', (_, sign) => {
  test('falls away at the edges of an email', () => {
    expect(v.parse(Email, ` ${sign} ${sign}ann@example.com${sign} `)).toBe('ann@example.com');
  });

  test.each(['an:n@example.com', 'ann:@example.com', 'ann@:example.com', 'ann@exam:ple.com'])(
    'is named when it is inside, as in %j',
    (email) => {
      const { issues } = v.safeParse(Email, email.replace(':', sign));
      expect(issues?.[0]?.message).toBe(
        'Email has invisible characters in it. Please type it instead of pasting it.',
      );
    },
  );
});

test.each(['', ' ', '\u200b\u00a0', 'an n@example.com', 'ann', 'ann@', 'än@example.com'])(
  '%j is no email',
  (email) => {
    expect(v.safeParse(Email, email).issues?.[0]?.message).toBe('Please enter a valid email');
  },
);

test('every email that is sent follows this rule', () => {
  for (const { entries } of [LogIn, NewQuote, NewUser, PushRow, ReferralForm, SignUp]) {
    expect(v.parse(entries.email, '\u200bann@example.com\u00a0')).toBe('ann@example.com');
  }
  expect(v.parse(UserChange, { email: '\ufeffann@example.com' })).toEqual({
    email: 'ann@example.com',
  });
});

test('A text that is too long is refused before it is trimmed', () => {
  const blanks = ' \u200b'.repeat(500_000);
  expect(v.safeParse(Email, `a@example.com${blanks}`).issues?.[0].message).toMatch(
    /^Must be at most/,
  );
  expect(v.parse(Email, ` \u200ba@example.com${blanks.slice(0, 100)}`)).toBe('a@example.com');
});
