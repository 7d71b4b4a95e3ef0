import { expect, test } from 'vitest';
import { MESSAGE, shareLinks } from './share-links.ts';

const LINK = 'https://sun.example/refer/ABCD1234';

test('Facebook gets the link', () => {
  expect(new URL(shareLinks(LINK, MESSAGE).facebook).searchParams.get('u')).toBe(LINK);
});

test('Twitter gets the link and the invitation', () => {
  const { searchParams } = new URL(shareLinks(LINK, MESSAGE).twitter);
  expect(searchParams.get('url')).toBe(LINK);
  expect(searchParams.get('text')).toBe('Join Sunloop and get solar power for your home!');
});

test('the email has its subject and invites the recipient to use the code', () => {
  const [, query = ''] = shareLinks(LINK, MESSAGE).email.split('?');
  expect(query).not.toContain('+');
  const mail = new URLSearchParams(query);
  expect(mail.get('subject')).toBe('Check out Sunloop');
  expect(mail.get('body')).toContain(`referral code to get a free solar consultation: ${LINK}`);
});

test('the person’s own words go with every message, an email as well', () => {
  const { messages, whatsapp, email } = shareLinks(LINK, 'Get sun & save');
  for (const url of [messages, whatsapp, email])
    expect(decodeURIComponent(url)).toContain(`Get sun & save ${LINK}`);
});
