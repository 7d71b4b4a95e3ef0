import type { ReactNode } from 'react';

/** A column of a `DeskTable`; the first one names its row. */
export type DeskColumn<RowOf> = {
  id: string;
  label: string;
  /** For a column of buttons, whose name only screen readers need. */
  isLabelHidden?: boolean;
  align?: 'end';
  cell: (row: RowOf) => ReactNode;
  /** What it is sorted by, or that the server sorted the rows; without it, the column cannot be sorted. */
  sortBy?: ((row: RowOf) => string | number) | 'server';
};

type Descriptor = { column: string | number; direction: 'ascending' | 'descending' };

const WORDS = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** `-date` in React Aria's form. */
export function toDescriptor(sort: string): Descriptor {
  return sort.startsWith('-')
    ? { column: sort.slice(1), direction: 'descending' }
    : { column: sort, direction: 'ascending' };
}

export function toSort({ column, direction }: Descriptor): string {
  return direction === 'descending' ? `-${column}` : String(column);
}

/** Sorted rows; in their own order if there is no sort or its column is unknown. */
export function sortRows<RowOf>(
  rows: readonly RowOf[],
  columns: readonly DeskColumn<RowOf>[],
  sort: string | undefined,
): readonly RowOf[] {
  const { column, direction } = toDescriptor(sort ?? '');
  const sortBy = columns.find(({ id }) => id === column)?.sortBy;
  if (typeof sortBy !== 'function') return rows;
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)));
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return WORDS.compare(String(one), String(other));
}
