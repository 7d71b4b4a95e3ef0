import { expect, test } from 'vitest';
import { telUrl } from './tel-url.ts';

test.each([
  ['+1 (800) 555-0199', 'tel:+18005550199'],
  ['(800) 555-0142 ext. 12', 'tel:8005550142'],
  ['800.555.0142 x12', 'tel:8005550142'],
])('%s is dialed as %s', (phone, url) => {
  expect(telUrl(phone)).toBe(url);
});
