import { expect, test } from 'vitest';
import { mailTo } from './mail-address.ts';

test('A link to an address adds no recipient that stands in it', () => {
  const { pathname, search } = new URL(mailTo('a?bcc=b@example.com'));
  expect([decodeURIComponent(pathname), search]).toEqual(['a?bcc=b@example.com', '']);
});
