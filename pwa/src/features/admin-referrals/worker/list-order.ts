import { type AdminReferral, parseCents, REFERRAL_STATUSES } from '@sunloop/shared-types';
import { type ColumnId, DESK_COLUMNS } from '../desk-columns.ts';
import { foldText } from '../fold-text.ts';
import type { ReferralTable } from '../referral-table.ts';

/** Places of a table in the ascending order of a column. */
export type Order = Uint32Array;

const compareTexts = (a = '', b = '') => (a < b ? -1 : Number(a > b));

/** The order that breaks all ties: by day, then by receipt, then by id. */
export function orderByDate({ rows }: ReferralTable): Order {
  const times = Float64Array.from(rows, ({ date }) => Date.parse(date));
  return places(rows.length).toSorted((a, b) => {
    const difference = (times[a] ?? 0) - (times[b] ?? 0);
    return difference === 0 ? compareTies(rows[a], rows[b]) : difference;
  });
}

function compareTies(a: AdminReferral | undefined, b: AdminReferral | undefined): number {
  return compareTexts(a?.createdAt, b?.createdAt) || compareTexts(a?.id, b?.id);
}

/** The order of any column; equal rows stay in the order of `byDate`. */
export function orderBy(table: ReferralTable, column: ColumnId, byDate: Order): Order {
  if (column === 'date') return byDate;
  const { rows } = table;
  // Sorting is stable, so places that start in date order keep it among equals.
  const numberOf = NUMBERS[column];
  if (numberOf) {
    const keys = Float64Array.from(rows, (row) => numberOf(row, table));
    return byDate.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  }
  const { textOf } = DESK_COLUMNS[column];
  const known = new Map<string, string>();
  const keys = rows.map((row) => folded(textOf(row), known));
  return byDate.toSorted((a, b) => compareTexts(keys[a], keys[b]));
}

/** Referrers repeat; folding each once is enough. */
function folded(text: string, known: Map<string, string>): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const key = foldText(text);
  known.set(text, key);
  return key;
}

const places = (count: number) => Uint32Array.from({ length: count }, (_, place) => place);

type NumberOf = (row: AdminReferral, table: ReferralTable) => number;

/** Statuses in the order of the workflow, unknown ones first; rewards by amount. */
const NUMBERS: Partial<Record<ColumnId, NumberOf>> = {
  status: (row, table) => REFERRAL_STATUSES.findIndex((status) => status === table.statusAt(row)),
  reward: ({ reward }) => parseCents(reward),
  received: ({ createdAt }) => Date.parse(createdAt),
  updated: ({ updatedAt }) => Date.parse(updatedAt),
};
