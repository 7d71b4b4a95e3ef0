import { expect, test } from 'vitest';
import { readMailSettings } from './env-mail.ts';

const SMTP_URL = 'smtp://sun:secret@mail.example.com:587';
const read = (given: object) =>
  readMailSettings({
    SMTP_URL,
    MAIL_FROM: 'office@example.com',
    SMTP_WITHOUT_TLS: 'false',
    ...given,
  });

test.each([
  ['Sunloop Office <office@example.com>', 'Sunloop Office'],
  ['office@example.com', 'Sunloop'],
  ['<office@example.com>', 'Sunloop'],
  ['Solar, Inc. <office@example.com>', 'Solar, Inc.'],
  ['"Solar, Inc." <office@example.com>', 'Solar, Inc.'],
  ['"Solar, Inc."<office@example.com>', 'Solar, Inc.'],
  [String.raw`"The \"Sun\" \\ Co" <office@example.com>`, String.raw`The "Sun" \ Co`],
  ['"" <office@example.com>', undefined],
  ['" " <office@example.com>', 'Sunloop'],
])('MAIL_FROM may be %j', (given, name) => {
  const from = { name, address: 'office@example.com' };
  const wrong = { fault: expect.stringContaining('MAIL_FROM must look like') as string };
  expect(read({ MAIL_FROM: given })).toEqual(
    name === undefined ? wrong : { smtpUrl: SMTP_URL, from, mayBePlain: false },
  );
});

test('without SMTP_URL there is no mail and nothing is wrong', () => {
  expect(read({ SMTP_URL: undefined, MAIL_FROM: 'nonsense' })).toBeUndefined();
});

test.each([
  ['smtp://mail.example.com', 'false', false],
  ['smtp://mail.example.com', 'true', true],
  ['smtp://localhost', 'false', true],
  ['smtp://LOCALHOST:25', 'false', true],
  ['smtp://127.0.0.1', 'false', true],
  ['smtp://[::1]', 'false', true],
  ['smtp://127.0.0.1.example.com', 'false', false],
  ['smtp://localhost.example.com', 'false', false],
  ['smtp://10.0.0.1', 'false', false],
])('to %s with SMTP_WITHOUT_TLS=%s, mail may go without TLS: %s', (url, without, mayBePlain) => {
  expect(read({ SMTP_URL: url, SMTP_WITHOUT_TLS: without })).toMatchObject({ mayBePlain });
});

test.each(['mail.example.com:587', 'https://mail.example.com', 'smtp://', 'smtp:'])(
  'SMTP_URL %j is said to be wrong, without what is in it',
  (url) => {
    const told = read({ SMTP_URL: url });
    expect(told).toEqual({ fault: expect.stringContaining('SMTP_URL must look like') as string });
  },
);

test.each([
  undefined,
  'Sunloop',
  'Sunloop <office>, x <y@example.com>',
  'Sun\r\nBcc: x@example.com <office@example.com>',
  '"Sun\r\nBcc: x@example.com" <office@example.com>',
  '"Sun" Loop" <office@example.com>',
  'office@example.com, other@example.com',
])('MAIL_FROM %j is said to be wrong', (given) => {
  const told = read({ MAIL_FROM: given });
  expect(told).toEqual({ fault: expect.stringContaining('MAIL_FROM must look like') as string });
});
