import { formatMoment } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { type Page, readPages } from '../../lib/read-pages.ts';
import { printTable } from '../../ui/desk/print-table.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { attempt } from '../../routes/attempt.ts';

/** About 120 sheets of paper; more makes the browser's preview unusable. */
const PRINT_MAX_ROWS = 5000;

const TOO_LONG = {
  title: 'Too long to print',
  description: `At most ${formatNumber(PRINT_MAX_ROWS)} rows can be printed. Narrow the list, or save it as a file.`,
  variant: 'destructive',
} as const;

/** A list of the desk as it is printed. */
interface DeskPrint<T> {
  title: string;
  /** What the list is narrowed to, in words; an empty text says nothing. */
  filters: readonly string[];
  columns: readonly { label: string; text: (row: T) => string }[];
  /** Asks the server for the page after a cursor. */
  read: (after: string | undefined) => Promise<Page<T>>;
}

/** Reads all of a list, which the screen may hold only in part, and prints it; a toast says why it cannot be. */
export async function printDeskList<T>({ title, filters, columns, read }: DeskPrint<T>) {
  await attempt({ failed: 'Print Failed' }, async () => {
    const { rows, isCut } = await readPages(read, PRINT_MAX_ROWS);
    if (isCut) return showToast(TOO_LONG);
    const count = rows.length === 1 ? '1 row' : `${formatNumber(rows.length)} rows`;
    const words = [...filters.filter((text) => text !== ''), count, formatMoment(Date.now())];
    printTable({
      title,
      note: words.join(' · '),
      head: columns.map(({ label }) => label),
      rows: rows.map((row) => columns.map(({ text }) => text(row))),
    });
  });
}
