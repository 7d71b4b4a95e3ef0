import { expect, test } from 'vitest';
import { findAppPage, isAppPage } from './pages.ts';

test.each([
  ['/', '/'],
  ['/rewards', '/rewards'],
  ['/rewards/', '/rewards'],
  ['/rewards.', '/rewards'],
  ['/profile%3E', '/profile'],
  ['/profile>).', '/profile'],
  ['/admin%E2%80%9D/', '/admin'],
  ['/)', '/'],
  ['/rewardsx', undefined],
  ['/rewards/x', undefined],
  ['/refer/ABCD1234', undefined],
  ['/nonsense', undefined],
  [`/${'%25'.repeat(100_000)}x`, undefined],
])('The path %s is the page %s', (path, page) => {
  expect(findAppPage(path)).toBe(page);
});

test('A referral link is a page, too', () => {
  expect(isAppPage('/refer/ABCD1234')).toBe(true);
});
