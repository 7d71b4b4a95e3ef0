import { MARKS } from '../desk-view.ts';
import type { ReferralTable } from '../referral-table.ts';

/** Marks of a row as bits, in the order of `MARKS`; one whose deletion waits is shown nowhere. */
export const MARK_BITS = { duplicate: 1, late: 2, waiting: 4 } as const;
export const DELETED_BIT = 8;

/**
 * What filters look at, by place, in plain numbers: going through 200,000 objects instead takes four times
 * as long, which somebody who types feels.
 */
export interface ListColumns {
  /** Indexes of `statuses`. */
  codes: Uint8Array;
  statuses: readonly string[];
  marks: Uint8Array;
  /** Indexes of `userIds`. */
  users: Uint32Array;
  userIds: ReadonlyMap<string, number>;
  /** Of the referral's day; epoch milliseconds. */
  times: Float64Array;
}

export function listColumns(table: ReferralTable): ListColumns {
  const { rows, lates, duplicates, waiting } = table;
  const statuses = new Map<string, number>();
  const userIds = new Map<string, number>();
  const codes = new Uint8Array(rows.length);
  const marks = new Uint8Array(rows.length);
  const users = new Uint32Array(rows.length);
  const times = new Float64Array(rows.length);
  rows.forEach((row, place) => {
    codes[place] = indexIn(statuses, table.statusAt(row));
    users[place] = indexIn(userIds, row.userId);
    times[place] = Date.parse(row.date);
    const act = waiting.size === 0 ? undefined : waiting.get(row.id);
    marks[place] =
      (duplicates[place] === 1 ? MARK_BITS.duplicate : 0) |
      (lates[place] ? MARK_BITS.late : 0) |
      (act ? MARK_BITS.waiting : 0) |
      (act?.isDeleted ? DELETED_BIT : 0);
  });
  return { codes, statuses: [...statuses.keys()], marks, users, userIds, times };
}

function indexIn(known: Map<string, number>, key: string): number {
  const index = known.get(key) ?? known.size;
  known.set(key, index);
  return index;
}

/** How many of each status and mark, from what was counted by number. */
export function namedCounts(
  { statuses }: ListColumns,
  byCode: Uint32Array,
  byMark: Uint32Array,
): Record<string, number> {
  const counts = Object.fromEntries(statuses.map((status, code) => [status, byCode[code] ?? 0]));
  for (const mark of MARKS) counts[mark] = sumOf(byMark, MARK_BITS[mark]);
  return { ...counts, all: byCode.reduce((sum, count) => sum + count, 0) };
}

/** `byMark` counts each combination of marks. */
function sumOf(byMark: Uint32Array, bit: number): number {
  return byMark.reduce((sum, count, marks) => sum + ((marks & bit) === 0 ? 0 : count), 0);
}
