// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DeskCheckbox } from './checkbox.tsx';
import { DeskMenu } from './menu.tsx';
import type { DeskColumn } from './sort.ts';
import { DeskTable } from './table.tsx';
import '../../test/page/setup.ts';

type Person = { id: string; name: string; age: number };
const PEOPLE: readonly Person[] = [
  { id: 'b', name: 'bea', age: 9 },
  { id: 'c', name: 'Cid', age: 40 },
  { id: 'a', name: 'Ada', age: 30 },
];
const COLUMNS: readonly DeskColumn<Person>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'age', label: 'Age', align: 'end', cell: ({ age }) => age, sortBy: ({ age }) => age },
  { id: 'act', label: 'Actions', isLabelHidden: true, cell: () => <button>Go</button> },
];

function People({ onOpen }: { onOpen?: (row: Person) => void }) {
  const [sort, setSort] = useState('name');
  return (
    <DeskTable
      label="People"
      columns={COLUMNS}
      rows={PEOPLE}
      sort={sort}
      onSort={setSort}
      {...(onOpen ? { onOpen } : {})}
      empty={<p>Nobody</p>}
    />
  );
}

const names = () =>
  within(screen.getByRole('grid', { name: 'People' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);

test('a table is sorted by words, ignoring case, and by numbers, in both directions', () => {
  render(<People />);
  expect(names()).toEqual(['Ada', 'bea', 'Cid']);
  fireEvent.click(screen.getByRole('columnheader', { name: 'Age' }));
  expect(names()).toEqual(['bea', 'Ada', 'Cid']);
  fireEvent.click(screen.getByRole('columnheader', { name: 'Age' }));
  expect(names()).toEqual(['Cid', 'Ada', 'bea']);
  const age = screen.getByRole('columnheader', { name: 'Age' });
  expect(age.getAttribute('aria-sort')).toBe('descending');
});

test('a row is opened by the keyboard', () => {
  const handleOpen = vi.fn();
  render(<People onOpen={handleOpen} />);
  const row = screen.getByRole('row', { name: 'Cid' });
  row.focus();
  fireEvent.keyDown(row, { key: 'Enter' });
  fireEvent.keyUp(row, { key: 'Enter' });
  expect(handleOpen).toHaveBeenCalledWith(PEOPLE[1]);
});

test('rows are selected one by one or all at once', () => {
  const handleChange = vi.fn();
  const selection = { ids: new Set(['a', 'gone']), onChange: handleChange };
  render(
    <DeskTable
      label="People"
      columns={COLUMNS}
      rows={PEOPLE}
      selection={selection}
      empty={<p>Nobody</p>}
    />,
  );
  const [all, first] = screen.getAllByRole('checkbox');
  if (!all || !first) throw new Error('The boxes are missing');
  fireEvent.click(first);
  expect(handleChange).toHaveBeenLastCalledWith(new Set(['a', 'b']));
  fireEvent.click(all);
  expect(handleChange).toHaveBeenLastCalledWith(new Set(['a', 'b', 'c']));
});

test('a table without rows says what that means, and a loading one says so', () => {
  const props = { label: 'People', columns: COLUMNS, rows: [], empty: <p>Nobody</p> };
  const { rerender } = render(<DeskTable {...props} />);
  expect(screen.getByText('Nobody')).toBeDefined();
  rerender(<DeskTable {...props} isLoading />);
  expect(screen.getByRole('status', { name: 'People: loading' })).toBeDefined();
});

test('a menu offers its actions and does the chosen one', async () => {
  const handleReset = vi.fn();
  const action = { id: 'reset', label: 'Reset Password', onAction: handleReset };
  render(<DeskMenu label="Actions for Ada" actions={[action]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Ada' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reset Password' }));
  expect(handleReset).toHaveBeenCalledOnce();
});

test('a checkbox reports its new value', () => {
  const handleChange = vi.fn();
  render(<DeskCheckbox onChange={handleChange}>Send mail</DeskCheckbox>);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send mail' }));
  expect(handleChange).toHaveBeenLastCalledWith(true);
});
