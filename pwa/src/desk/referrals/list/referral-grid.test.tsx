// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { SPEC_COLUMNS } from '../desk-columns.ts';
import type { DeskRow } from '../desk-row.ts';
import { FIRST_VIEW } from '../desk-view.ts';
import type { ReferralList } from '../referral-list.ts';
import { ReferralGrid } from './referral-grid.tsx';
import { NOTHING_SELECTED, type Selection } from '../selection.ts';
import '../../../test/page/setup.ts';

const TOTAL = 5000;
const onOpen = vi.fn<(id: string) => void>();
const onSort = vi.fn<(column: string) => void>();
const request = vi.fn<(from: number, to: number) => void>();
const onSelectAll = vi.fn<(isOn: boolean) => void>();
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

const LIST: ReferralList = {
  missing: undefined,
  isBehind: false,
  length: TOTAL,
  rest: 'loading',
  rowAt: (index) => rows[index],
  placeOf: (id) => rows.findIndex(({ referral }) => referral.id === id),
  request,
  retry: () => undefined,
};

type PageProps = { list?: ReferralList; total?: number | undefined; openId?: string };

function Page({ list = LIST, openId, ...props }: PageProps) {
  const total = 'total' in props ? props.total : TOTAL;
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  return (
    <ReferralGrid
      list={list}
      total={total}
      view={FIRST_VIEW}
      columns={SPEC_COLUMNS}
      selection={selection}
      openId={openId}
      onSelection={(next) => {
        setSelection(next);
        onSelection(next);
      }}
      onSelectAll={onSelectAll}
      onSort={onSort}
      onOpen={onOpen}
    />
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  // jsdom has no layout, and a screen without height shows nothing.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
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
  expect([...selected().keys()]).toEqual(['id-0']);
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect([...selected().keys()]).toEqual(['id-0', 'id-1', 'id-2']);
  await userEvent.keyboard(' ');
  expect([...selected().keys()]).toEqual(['id-0', 'id-1']);
  await userEvent.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('id-2');
});

test('the checkbox in the heading asks for everything that matches', async () => {
  render(<Page />);
  await userEvent.click(screen.getByLabelText('Select everything that matches'));
  expect(onSelectAll).toHaveBeenCalledExactlyOnceWith(true);
});

test('a list of unknown length says so', () => {
  render(<Page total={undefined} />);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
});

test('the row of the open referral is scrolled to, so that its neighbors are read', () => {
  render(<Page openId="id-400" />);
  expect(screen.getByRole('grid').scrollTop).toBeGreaterThan(0);
  const [row] = screen.getAllByRole('row').filter((one) => one.tabIndex === 0);
  expect(row?.getAttribute('aria-rowindex')).toBe('402');
  expect(request.mock.lastCall?.[0]).toBeGreaterThan(380);
});

test('clicking a row opens it, its checkbox selects it, and a heading sorts', async () => {
  render(<Page />);
  await userEvent.click(screen.getByText('Friend 4'));
  expect(onOpen).toHaveBeenCalledWith('id-4');
  await userEvent.click(screen.getByLabelText('Select Friend 4'));
  expect([...selected().keys()]).toEqual(['id-4']);
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
