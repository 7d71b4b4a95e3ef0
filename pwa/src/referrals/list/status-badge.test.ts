import { expect, test } from 'vitest';
import { statusBadge } from './status-badge.ts';

test('a status this build does not know shows as Pending', () => {
  expect(statusBadge('on_the_moon')).toEqual({ label: 'Pending', tone: 'plain' });
});
