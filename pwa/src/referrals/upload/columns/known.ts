import type { Column } from './column.ts';
import type { Table } from './find-table.ts';

/** Where a field was found, as `Source` writes it; if it is unsure, the person is asked. */
export interface Told {
  places: number[][];
  isUnsure?: boolean;
}

/** What is known when a field is looked for. */
export interface Known {
  table: Table;
  /** The columns that are not told yet. */
  free: readonly Column[];
  /** The column of the emails; -1 without one. */
  emailAt: number;
}
