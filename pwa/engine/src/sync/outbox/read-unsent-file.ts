import { type PushRow, REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { readCsvCell } from '@sunloop/shared-types/values/csv.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { customerOf, FOR_COLUMN } from '../../data/taken-row.ts';
import type { ConflictRow, RejectedRow } from '../../data/user-db.ts';
import type { CsvRecord } from '../../lib/parse-csv.ts';

/** What a file of `exportWaiting` holds. */
export interface UnsentFile {
  kind: 'whole';
  /** Id of the user whose file it is. */
  owner: string;
  /** Their email when it was saved; empty if it was not known. */
  account: string;
  rows: PushRow[];
  refused: RejectedRow[];
  /** Rows that are no referrals, such as an admin's changes, with the number of their kind, which a newer build may know. */
  others: Other[];
  conflicts: ConflictRow[];
}

/** A file of which lines are missing or cannot be read; `total` counts those it had. */
export interface DamagedFile {
  kind: 'damaged';
  readable: number;
  total: number;
}

/** What a line needs to be brought back; its values are judged by the server. */
const Row = v.looseObject({ id: Id, name: v.string(), email: v.string() });
const Other = v.looseObject({ v: v.number(), row: Row });
type Other = v.InferOutput<typeof Other>;
const Refused = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  code: v.string(),
  error: v.string(),
  savedAt: v.number(),
  rejectedAt: v.number(),
  row: v.nullable(v.looseObject({})),
});
const Conflict = v.looseObject({
  id: Id,
  who: v.string(),
  at: v.number(),
  outcome: v.picklist(['conflict', 'gone', 'refused', 'lost']),
  act: v.looseObject({ act: v.string(), id: Id }),
  referral: v.nullable(v.looseObject({})),
});

type Part = Partial<Pick<UnsentFile, 'rows' | 'refused' | 'others' | 'conflicts'>>;
type Cell = (heading: string) => string;

/** What a line of each state is read as; a line of any other state cannot be read. */
const PARTS: Readonly<Record<string, (cell: Cell, record: unknown) => Part>> = {
  waiting: (cell, record) => ({ rows: [rowOf(cell, record)] }),
  sent: (cell, record) => ({ rows: [rowOf(cell, record)] }),
  change: (_, record) => ({ others: [readAs(Other, record)] }),
  refused: (cell, record) => {
    const parsed = readAs(Refused, record);
    // A cell that is empty is not among the content.
    const content = { name: '', email: '', ...parsed.row, ...contentOf(cell) };
    const row = parsed.row && { ...content, id: parsed.id };
    if (row) requireCustomer(row, cell);
    return { refused: [{ ...parsed, row }] };
  },
  // The record was just checked for what answering it needs.
  conflict: (_, record) => ({ conflicts: [readAs(Conflict, record) as unknown as ConflictRow] }),
  // What could not be read before it was saved is in the file for people alone.
  damaged: () => ({}),
};

/** Reads the records of a file that `isOwnFile` has recognized, all of it or nothing. */
export function readUnsentFile([head, ...lines]: readonly CsvRecord[]): UnsentFile | DamagedFile {
  const headings = head?.cells ?? [];
  const cells = lines.map((line): Cell => {
    return (heading) => readCsvCell(line.cells[headings.indexOf(heading)] ?? '');
  });
  // Builds before wrote a record only where it held something.
  const hasRecords = headings.includes(FOR_COLUMN);
  const numbers = cells.map((cell) => /^(\d+) of (\d+)$/.exec(cell('number')));
  const total = Math.max(lines.length, ...numbers.map((number) => Number(number?.[2] ?? 0)));
  const owner = cells[0]?.('owner') ?? '';
  const seen = new Set<string>();
  const parts = cells.flatMap((cell, at) => {
    const nth = numbers[at]?.[1];
    const isOurs = nth !== undefined && !seen.has(nth) && cell('owner') === owner;
    if (nth !== undefined) seen.add(nth);
    const isRead = isOurs && (cell('record') !== '' || !hasRecords);
    return (isRead && partOf(cell)) || [];
  });
  const isWhole = v.is(Id, owner) && parts.length === total && total > 0;
  if (!isWhole) return { kind: 'damaged', readable: parts.length, total };
  return {
    kind: 'whole',
    owner,
    account: cells[0]?.('account') ?? '',
    rows: parts.flatMap(({ rows = [] }) => rows),
    refused: parts.flatMap(({ refused = [] }) => refused),
    others: parts.flatMap(({ others = [] }) => others),
    conflicts: parts.flatMap(({ conflicts = [] }) => conflicts),
  };
}

function partOf(cell: Cell): Part | undefined {
  const record = cell('record');
  try {
    return PARTS[cell('state')]?.(cell, record === '' ? {} : JSON.parse(record));
  } catch (error) {
    console.warn('A line of the file could not be read:', error);
    return undefined;
  }
}

/** Throws if it is nothing of that kind. */
function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw new Error(parsed.issues[0].message);
  return parsed.output;
}

/** The cells count, and the record only for what has none: people mend such a file in a spreadsheet. */
function rowOf(cell: Cell, record: unknown): PushRow {
  const own = readAs(v.looseObject({}), record);
  const row = readAs(Row, { ...own, ...contentOf(cell), id: cell('id') });
  requireCustomer(row, cell);
  return row;
}

/**
 * Throws if record and cells do not say the same about for whom a row was taken: with one of them emptied or mistaken, it
 * would be paid to somebody else. Builds before said it in the reason.
 */
function requireCustomer(row: PushRow, cell: Cell): void {
  const said = cell(FOR_COLUMN) || /^on behalf of ([^\s:]+)/.exec(cell('reason'))?.[1];
  if (said !== customerOf(row)) throw new Error('It is not clear for whom this was taken.');
}

function contentOf(cell: Cell): Record<string, string> {
  const typed = [...REFERRAL_FIELDS, 'date'].map((field) => [field, cell(field)] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== ''));
}
