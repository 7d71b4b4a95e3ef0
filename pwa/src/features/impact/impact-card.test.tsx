// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
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

test('without a completed referral the card invites to the first one', () => {
  const none = { ...FULL, carbonSavedTons: '0', lastCalculated: null };
  render(<ImpactCard impact={{ kind: 'ready', data: none }} />);
  expect(screen.getByText('Ready to Make an Impact?')).toBeTruthy();
  expect(screen.getByText('0%')).toBeTruthy();
});

test('all figures appear at once if the person prefers no motion', () => {
  still();
  render(<ImpactCard impact={{ kind: 'ready', data: FULL, age: 'As of yesterday' }} />);
  expect(screen.getByText('72.5')).toBeTruthy();
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
