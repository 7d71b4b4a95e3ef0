import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import './chart-card.css';

/** The figures behind a chart; the first cell of a row names it, by `link` where the table is seen. */
type ChartTable = {
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly string[]; link?: ReactNode }[];
};

type Props = {
  title: string;
  /** What the chart shows, in a sentence. */
  summary: string;
  table: ChartTable;
  /** Whether there is nothing to draw. */
  isEmpty?: boolean;
  children: ReactNode;
};

/**
 * A chart with a summary and its figures. Screen readers get the table instead of the picture, and everybody can switch
 * to it.
 */
export function ChartCard({ title, summary, table, isEmpty = false, children }: Props) {
  const [isTable, setTable] = useState(false);
  const toggle = (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`${isTable ? 'Show as chart' : 'Show as table'}: ${title}`}
      onPress={() => setTable(!isTable)}
    >
      {isTable ? 'Show as chart' : 'Show as table'}
    </Button>
  );
  if (isEmpty) {
    return (
      <Card title={title}>
        <EmptyState icon="chart" title={summary} />
      </Card>
    );
  }
  return (
    <Card title={title} action={toggle}>
      <p className="muted">{summary}</p>
      {!isTable && <div className="chart">{children}</div>}
      <div
        className={isTable ? 'chart-table' : 'visually-hidden'}
        {...(isTable ? { role: 'region', 'aria-label': `${title}: table`, tabIndex: 0 } : {})}
      >
        <FigureTable title={title} table={table} isSeen={isTable} />
      </div>
    </Card>
  );
}

type FigureProps = { title: string; table: ChartTable; isSeen: boolean };

function FigureTable({ title, table: { columns, rows }, isSeen }: FigureProps) {
  return (
    <table>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, link, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{(isSeen && link) || name}</th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
