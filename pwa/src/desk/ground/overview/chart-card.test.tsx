// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../test/page/setup.ts';
import { ChartCard } from './chart-card.tsx';

const table = { columns: ['Week', 'Referrals'], rows: [{ key: 'a', cells: ['Nov 16', '4'] }] };

test('the figures are there for screen readers, and can replace the picture for everybody', () => {
  render(
    <ChartCard title="By Week" summary="4 referrals." table={table}>
      <p>picture</p>
    </ChartCard>,
  );
  const figures = () => within(screen.getByRole('table', { name: 'By Week' }));
  expect(figures().getByRole('rowheader', { name: 'Nov 16' })).toBeDefined();
  expect(screen.getByText('picture')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table: By Week' }));
  expect(screen.queryByText('picture')).toBeNull();
  expect(figures().getByRole('cell', { name: '4' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show as chart: By Week' })).toBeDefined();
});

test('an empty chart says so in words', () => {
  render(
    <ChartCard title="By Week" summary="No referrals yet." table={{ ...table, rows: [] }} isEmpty>
      <p>picture</p>
    </ChartCard>,
  );
  expect(screen.getByText('No referrals yet.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
