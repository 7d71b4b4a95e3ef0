import { expect, test } from 'vitest';
import { readMailSettings } from './env-mail.ts';

const URL_OF = 'smtp://sun:secret@mail.example.com:587';

test.each([
  [
    'Sunloop Office <office@example.com>',
    { name: 'Sunloop Office', address: 'office@example.com' },
  ],
  ['office@example.com', { name: 'Sunloop', address: 'office@example.com' }],
  ['<office@example.com>', { name: 'Sunloop', address: 'office@example.com' }],
])('MAIL_FROM may be %j', (given, from) => {
  expect(readMailSettings(URL_OF, given)).toEqual({ smtpUrl: URL_OF, from });
});

test('without SMTP_URL there is no mail and nothing is wrong', () => {
  expect(readMailSettings(undefined, 'nonsense')).toBeUndefined();
});

test.each(['mail.example.com:587', 'https://mail.example.com', 'smtp://', 'smtp:'])(
  'SMTP_URL %j is said to be wrong, without what is in it',
  (url) => {
    const told = readMailSettings(url, 'office@example.com');
    expect(told).toEqual({ fault: expect.stringContaining('SMTP_URL must look like') as string });
  },
);

test.each([
  undefined,
  'Sunloop',
  'Sunloop <office>, x <y@example.com>',
  'Sun\r\nBcc: x@example.com <office@example.com>',
  'office@example.com, other@example.com',
])('MAIL_FROM %j is said to be wrong', (given) => {
  const told = readMailSettings(URL_OF, given);
  expect(told).toEqual({ fault: expect.stringContaining('MAIL_FROM must look like') as string });
});
