import { expect, test } from 'vitest';
import { doubtOf } from './doubts.ts';

test.each([
  ['ty.po@gmail', 'ty.po@gmail.com'],
  ['Ann.Lee@GMAIL', 'Ann.Lee@gmail.com'],
  ['ann@gmial', 'ann@gmail.com'],
  ['ann@gmial.com', 'ann@gmail.com'],
  ['ann@gmal.com', 'ann@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@gnail.com', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@gmail.comm', 'ann@gmail.com'],
  ['ann@gmailcom', 'ann@gmail.com'],
  [' ann@yaho.com ', 'ann@yahoo.com'],
  ['ann@sunny-roofs.con', 'ann@sunny-roofs.com'],
])('of %j we ask whether %j was meant', (email, meant) => {
  const domain = meant.split('@')[1];
  expect(doubtOf('email', email)).toEqual({
    question: `Is this right? Did you mean ${domain}?`,
    meant,
  });
});

test('an email without a dot in its domain is asked about, without a guess', () => {
  expect(doubtOf('email', 'ann@localhost')).toEqual({
    question: 'Is this right? An email usually ends like @gmail.com.',
  });
});

test.each(
  'gmail.com Gmail.com mail.com ymail.com email.com gmx.com yahoo.de yahoo.co.uk hotmail.fr live.com me.com life.com example.com'
    .split(' ')
    .map((domain) => `ann@${domain}`),
)('%s is taken as it is', (email) => {
  expect(doubtOf('email', email)).toBeUndefined();
});

test.each(['', 'ann', 'ann@', '@gmail'])(
  '%j is no email yet, so it is not asked about',
  (email) => {
    expect(doubtOf('email', email)).toBeUndefined();
  },
);

test.each(['12', '555-010', 'ask Ann', 'CALL HER OFFICE', '+1 555'])(
  'the phone %j is asked about',
  (phone) => {
    expect(doubtOf('phone', phone)?.question).toBe(
      'Is this right? It has fewer than seven digits.',
    );
  },
);

test.each([
  '',
  ' ',
  '555-0100',
  '(520) 555-0117',
  '1-800-GO-SOLAR',
  '٥٢٠٥٥٥٠١١٧',
  '520 555 0117 ask Ann',
])('the phone %j is taken as it is', (phone) => {
  expect(doubtOf('phone', phone)).toBeUndefined();
});
