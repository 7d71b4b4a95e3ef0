import { MARKS } from '../desk-view.ts';
import type { ReferralTable } from '../referral-table.ts';

/** Marks of a row as bits, in the order of `MARKS`; a row whose deletion waits is never shown. */
export const MARK_BITS = { duplicate: 1, late: 2, waiting: 4 } as const;
export const DELETED_BIT = 8;

/**
 * What filters check, by place, as plain numbers: going through 200,000 objects would take four times as long, which is
 * noticeable while typing.
 */
export interface ListColumns {
  /** Indexes of `statuses`. */
  codes: Uint8Array;
  statuses: readonly string[];
  marks: Uint8Array;
  /** Indexes of `userIds`. */
  users: Uint32Array;
  userIds: ReadonlyMap<string, number>;
  /** The referral's date; epoch milliseconds. */
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

/** How many have each status and mark, from counts by number. */
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
