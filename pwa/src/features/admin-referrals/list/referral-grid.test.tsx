// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anAdminReferral } from '../../../test/builders.ts';
import { SPEC_COLUMNS } from '../desk-columns.ts';
import { type DeskRow, FIRST_VIEW } from '../desk-view.ts';
import { ReferralGrid } from './referral-grid.tsx';
import { NOTHING_SELECTED, type Selection } from '../selection.ts';
import type { DeskList } from '../use-desk-list.ts';
import '../../../test/page/setup.ts';

const TOTAL = 5000;
const onOpen = vi.fn<(id: string) => void>();
const onSort = vi.fn<(column: string) => void>();
const request = vi.fn<(from: number, to: number) => void>();
const onSelection = vi.fn<(selection: Selection) => void>();
const selected = () => onSelection.mock.lastCall?.[0] ?? NOTHING_SELECTED;

const rows = Array.from({ length: TOTAL }, (_, index): DeskRow => {
  const referral = anAdminReferral({
    id: `id-${index}`,
    name: `Friend ${index}`,
    status: index === 1 ? 'completed' : 'submitted',
  });
  return { referral, isWaiting: false, isDuplicate: index === 2, isLate: index === 3 };
});

const LIST: DeskList = {
  isLoading: false,
  isPartial: false,
  isBehind: false,
  total: TOTAL,
  counts: {},
  rowAt: (index) => rows[index],
  request,
  state: {
    isStored: true,
    isLoaded: true,
    isFetching: false,
    received: 0,
    fetchedAt: 1,
    triedAt: 0,
    isCut: false,
  },
};

function Page({ list = LIST }: { list?: DeskList }) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  return (
    <ReferralGrid
      list={list}
      view={FIRST_VIEW}
      columns={SPEC_COLUMNS}
      selection={selection}
      onSelection={(next) => {
        setSelection(next);
        onSelection(next);
      }}
      onSort={onSort}
      onOpen={onOpen}
    />
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  // jsdom has no layout, and rows without height would all fit.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, options?: unknown) {
    this.scrollTop = (options as ScrollToOptions).top ?? 0;
    this.dispatchEvent(new Event('scroll'));
  };
});

const focused = () => document.activeElement?.getAttribute('aria-rowindex');

test('draws the rows near the screen and says how long the list is', () => {
  render(<Page />);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(TOTAL + 1));
  expect(screen.getAllByRole('row').length).toBeLessThan(50);
  expect(request).toHaveBeenCalledWith(0, expect.any(Number));
  const headings = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(headings.slice(1)).toEqual([
    'Referred Person',
    'Email',
    'Phone',
    'Referred By',
    'Status',
    'Reward',
    'Date',
  ]);
});

test('a completed referral stands out, and only its reward is not muted (SPEC §2, §4)', () => {
  render(<Page />);
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.querySelector('.badge')?.getAttribute('data-tone')).toBe('plain');
  expect(second?.querySelector('.badge')?.getAttribute('data-tone')).toBe('good');
  expect(first?.querySelector('[data-column="reward"] [data-muted="true"]')).toBeTruthy();
  expect(second?.querySelector('[data-column="reward"] [data-muted="false"]')).toBeTruthy();
});

test('possible duplicates and late arrivals are marked in words', () => {
  render(<Page />);
  expect(screen.getByText('Possible duplicate')).toBeTruthy();
  expect(screen.getByText('Arrived late')).toBeTruthy();
});

test('Tab reaches one row, and keys lead from it to any other', async () => {
  render(<Page />);
  const tabbable = screen.getAllByRole('row').filter((row) => row.getAttribute('tabindex') === '0');
  expect(tabbable).toHaveLength(1);
  tabbable[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(focused()).toBe('3');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe(String(TOTAL + 1));
  await userEvent.keyboard('{ArrowDown}{Home}');
  expect(focused()).toBe('2');
  await userEvent.keyboard('{PageDown}');
  expect(Number(focused())).toBeGreaterThan(5);
});

test('Space selects, Shift with an arrow selects while moving, Enter opens', async () => {
  render(<Page />);
  screen.getAllByRole('row')[1]?.focus();
  await userEvent.keyboard(' ');
  expect([...selected().ids]).toEqual(['id-0']);
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect([...selected().ids]).toEqual(['id-0', 'id-1', 'id-2']);
  await userEvent.keyboard(' ');
  expect([...selected().ids]).toEqual(['id-0', 'id-1']);
  await userEvent.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('id-2');
});

test('the checkbox in the heading selects everything, even rows that are not drawn', async () => {
  render(<Page />);
  await userEvent.click(screen.getByLabelText('Select everything shown'));
  expect(selected()).toEqual({ isAll: true, ids: new Set() });
  await userEvent.click(screen.getByLabelText('Select Friend 1'));
  expect(selected()).toEqual({ isAll: true, ids: new Set(['id-1']) });
});

test('clicking a row opens it, its checkbox selects it, and a heading sorts', async () => {
  render(<Page />);
  await userEvent.click(screen.getByText('Friend 4'));
  expect(onOpen).toHaveBeenCalledWith('id-4');
  await userEvent.click(screen.getByLabelText('Select Friend 4'));
  expect([...selected().ids]).toEqual(['id-4']);
  expect(onOpen).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Status' }));
  expect(onSort).toHaveBeenCalledWith('status');
  const sorted = screen.getByRole('columnheader', { name: 'Date' });
  expect(sorted.getAttribute('aria-sort')).toBe('descending');
});

test('rows that are not loaded yet keep their place', () => {
  render(<Page list={{ ...LIST, rowAt: () => undefined }} />);
  expect(screen.getAllByRole('row')[1]?.getAttribute('aria-busy')).toBe('true');
});
