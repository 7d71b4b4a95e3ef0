// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ImpactCard } from './impact-card.tsx';
import '../../test/page/setup.ts';

const LATELY = '2026-11-20T10:00:00.000Z';
const FULL = {
  carbonSavedTons: '72.5',
  treesEquivalent: 1198,
  homesPowered: 9.1,
  pollutionReduced: '159835',
  lastCalculated: LATELY,
};
const still = () => vi.stubGlobal('matchMedia', () => ({ matches: true }));

test('without a completed referral the card invites to the first one', async () => {
  const none = { ...FULL, carbonSavedTons: '0', lastCalculated: null };
  render(<ImpactCard impact={{ kind: 'ready', data: none }} />);
  await userEvent.click(screen.getByText('Ready to Make an Impact?'));
  expect(await screen.findByText('0%')).toBeTruthy();
  expect(screen.getByText(/^Complete your first referral/)).toBeTruthy();
});

test('the card is one sentence, whose figures appear at once when it opens, if the person prefers no motion', async () => {
  still();
  render(<ImpactCard impact={{ kind: 'ready', data: FULL, age: 'As of yesterday' }} />);
  expect(screen.queryByText('72.5')).toBeNull();
  await userEvent.click(screen.getByText('Your referrals save 72.5 tons of CO₂.'));
  expect(await screen.findByText('72.5')).toBeTruthy();
  expect(screen.getAllByText('1,198')).not.toHaveLength(0);
  expect(screen.getByText('100%')).toBeTruthy();
  expect(screen.getByText(/36 cars/)).toBeTruthy();
  expect(screen.getByText('Last calculated: Nov 20, 2026')).toBeTruthy();
  expect(screen.getByText('As of yesterday')).toBeTruthy();
});

test('without a connection and without data it says so', () => {
  render(<ImpactCard impact={{ kind: 'missing', why: 'offline', retry: vi.fn() }} />);
  expect(screen.getByText(/once there is a connection/)).toBeTruthy();
});
