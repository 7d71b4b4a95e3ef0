// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserDb } from '../../data/user-db.ts';
import { StatCards } from './stat-cards.tsx';
import '../../test/page/setup.ts';

const STATS = { totalReferrals: 0, successfulReferrals: 0, pendingReferrals: 0 };
const earned = () => screen.getByText('Rewards Earned').nextSibling?.textContent;
const db = () => new UserDb(crypto.randomUUID());

test('money that is not known yet is a dash and no $0', () => {
  const { rerender } = render(<StatCards db={db()} stats={{ kind: 'loading' }} />);
  expect(earned()).toBe('–');
  const retry = () => undefined;
  rerender(<StatCards db={db()} stats={{ kind: 'missing', why: 'offline', retry }} />);
  expect(earned()).toBe('–');
});

test('who has earned nothing reads $0 (SPEC §2)', () => {
  const data = { ...STATS, rewardsEarned: '' };
  render(<StatCards db={db()} stats={{ kind: 'ready', data }} />);
  expect(earned()).toBe('$0');
});
