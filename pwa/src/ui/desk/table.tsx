import type { ReactNode } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { DeskCheckbox } from './checkbox.tsx';
import { DeskIcon } from './icon.tsx';
import { Skeleton } from '../reading.tsx';
import { sortRows, toDescriptor, toSort, type DeskColumn } from './sort.ts';
import './table.css';

type Props<RowOf extends { id: string }> = {
  /** What the table contains, for screen readers. */
  label: string;
  columns: readonly DeskColumn<RowOf>[];
  rows: readonly RowOf[];
  /** A column's id, with a minus in front for descending order; as in the URL. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Called on a click on a row, or on Enter. */
  onOpen?: (row: RowOf) => void;
  /** With it, every row has a checkbox. */
  selection?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void };
  isLoading?: boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
};

/**
 * A table to work with: sortable by its headers, with arrow key navigation and a head that stays in sight; a table too
 * wide for its place scrolls by itself. For hundreds of rows.
 */
export function DeskTable<RowOf extends { id: string }>({
  isLoading,
  empty,
  ...props
}: Props<RowOf>) {
  if (isLoading) return <Skeleton lines={5} label={`${props.label}: loading`} />;
  if (props.rows.length === 0) return empty;
  return (
    <div className="desk-table" data-opens={props.onOpen ? true : undefined}>
      <FilledTable {...props} />
    </div>
  );
}

function FilledTable<RowOf extends { id: string }>({
  label,
  columns,
  rows,
  sort,
  onSort,
  onOpen,
  selection,
}: Omit<Props<RowOf>, 'isLoading' | 'empty'>) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const handleAction = (key: string | number) => {
    const row = byId.get(String(key));
    if (row) onOpen?.(row);
  };
  return (
    <Table
      aria-label={label}
      {...(sort ? { sortDescriptor: toDescriptor(sort) } : {})}
      {...(onSort ? { onSortChange: (next) => onSort(toSort(next)) } : {})}
      {...(onOpen ? { onRowAction: handleAction } : {})}
      {...(selection ? selectionProps(selection, byId) : {})}
    >
      <TableHeader>
        {selection && (
          <Column className="desk-table-box">
            <DeskCheckbox slot="selection" />
          </Column>
        )}
        {columns.map((column, at) => (
          <Column
            key={column.id}
            id={column.id}
            isRowHeader={at === 0}
            allowsSorting={onSort !== undefined && column.sortBy !== undefined}
            textValue={column.label}
            data-align={column.align}
          >
            {({ allowsSorting, sortDirection }) => (
              <span className={column.isLabelHidden ? 'visually-hidden' : 'desk-table-head'}>
                {column.label}
                {allowsSorting && <DeskIcon name={ARROW[sortDirection ?? 'none']} />}
              </span>
            )}
          </Column>
        ))}
      </TableHeader>
      <TableBody items={sortRows(rows, columns, sort)} dependencies={[columns, selection]}>
        {(row) => (
          <Row columns={columns} textValue={row.id}>
            {selection && (
              <Cell className="desk-table-box">
                <DeskCheckbox slot="selection" />
              </Cell>
            )}
            {columns.map((column) => (
              <Cell key={column.id} data-align={column.align}>
                {column.cell(row)}
              </Cell>
            ))}
          </Row>
        )}
      </TableBody>
    </Table>
  );
}

const ARROW = { ascending: 'up', descending: 'down', none: 'sort' } as const;

function selectionProps(
  { ids, onChange }: NonNullable<Props<{ id: string }>['selection']>,
  byId: ReadonlyMap<string, unknown>,
) {
  return {
    selectionMode: 'multiple',
    selectedKeys: [...ids].filter((id) => byId.has(id)),
    onSelectionChange: (keys: 'all' | Set<string | number>) =>
      onChange(new Set(keys === 'all' ? byId.keys() : [...keys].map(String))),
  } as const;
}
