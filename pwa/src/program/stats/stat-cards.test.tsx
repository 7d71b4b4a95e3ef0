// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatCards } from './stat-cards.tsx';
import '../../test/page/setup.ts';

const STATS = { totalReferrals: 0, successfulReferrals: 0, pendingReferrals: 0 };
const earned = () => screen.getByText('Rewards Earned').nextSibling?.textContent;

test('money that is not known yet is a dash instead of $0', () => {
  const { rerender } = render(<StatCards counts={undefined} stats={{ kind: 'loading' }} />);
  expect(earned()).toBe('–');
  const retry = () => undefined;
  rerender(<StatCards counts={undefined} stats={{ kind: 'missing', why: 'offline', retry }} />);
  expect(earned()).toBe('–');
});

test('somebody who has earned nothing sees $0 (SPEC §2)', () => {
  const data = { ...STATS, rewardsEarned: '' };
  render(<StatCards counts={undefined} stats={{ kind: 'ready', data }} />);
  expect(earned()).toBe('$0');
});
