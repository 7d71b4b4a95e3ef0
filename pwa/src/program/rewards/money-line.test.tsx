// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aLadder } from '@sunloop/engine/test/list-builders.ts';
import { MoneyLine } from './money-line.tsx';
import '../../test/page/setup.ts';

const ladderWith = (paidCents: number) => {
  const money = { earnedCents: 340_000, paidCents, dueAt: null };
  return { kind: 'ready', data: aLadder({ money }) } as const;
};
const line = () => document.querySelector('.money-line')?.textContent;

test('one line says what was earned, what of it was paid and what is on its way', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  render(<MoneyLine ladder={ladderWith(190_000)} />);
  expect(line()).toBe('Earned $3,400Paid $1,900On its way $1,500');
});

test('the sum grows from what it was when something is paid, and is not shown before it is known', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { rerender } = render(<MoneyLine ladder={{ kind: 'loading' }} />);
  expect(line()).toBe('');
  rerender(<MoneyLine ladder={ladderWith(190_000)} />);
  expect(screen.getByText('$1,900')).toBeTruthy();
  rerender(<MoneyLine ladder={ladderWith(340_000)} />);
  expect(screen.getByText('$1,900'), 'before the first frame').toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('$3,400')).toHaveLength(2));
  expect(screen.queryByText(/On its way/)).toBeNull();
});
