// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AvailableRewards } from './available-rewards.tsx';
import '../../test/page/setup.ts';

test.each([
  [1, '1 successful referral required'],
  [3, '3 successful referrals required'],
])('a reward for %i says %s', (requiredReferrals, text) => {
  const reward = { id: 'r', name: 'Cash', description: '', amount: '$1', createdAt: '' };
  const data = [{ ...reward, requiredReferrals }];
  const loading = { kind: 'loading' } as const;
  render(<AvailableRewards rewards={{ kind: 'ready', data }} stats={loading} />);
  expect(screen.getByText(text)).toBeTruthy();
});
