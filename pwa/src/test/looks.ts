import type { ReferralDelta } from '@sunloop/shared-types';
import { nextVersion } from './next-version.ts';

interface Look<Row> {
  userId: string;
  rows: ReadonlyMap<string, Row>;
  /** The number of deletions. */
  deletions: number;
}

/** What somebody may see now: rows, and the ids of deleted ones in order. */
export interface Seen<Row> {
  rows: readonly Row[];
  deleted: readonly string[];
}

type Gap = NonNullable<ReferralDelta['gaps']>[number];

/**
 * A list that comes as changes: a cursor is the number of a request, and changes are those since then. An answer names
 * the gaps since its cursor was made.
 */
export class Looks<Row extends { id: string }> {
  /** Undefined once it is not remembered any longer. */
  readonly #looks: (Look<Row> | undefined)[] = [];
  readonly #gaps: { gap: Gap; at: number }[] = [];

  /** How many there were. */
  get count(): number {
    return this.#looks.length;
  }

  /** Cursors made after the first `count` are not known any longer. */
  forgetAfter(count: number): void {
    this.#looks.fill(undefined, count);
  }

  /** What was stored since `from` may be lost. */
  noteGap(from: string): void {
    this.#gaps.push({ gap: { from, to: nextVersion() }, at: this.count });
  }

  /** Whether the request that gave this cursor would be answered otherwise now. */
  hasMoved(userId: string, { rows, deleted }: Seen<Row>, cursor: string): boolean {
    const look = this.#looks[Number(cursor)];
    if (look?.userId !== userId || look.deletions !== deleted.length) return true;
    return look.rows.size !== rows.length || rows.some((row) => look.rows.get(row.id) !== row);
  }

  answer(userId: string, { rows: list, deleted }: Seen<Row>, asked: string) {
    const rows = new Map(list.map((row) => [row.id, row]));
    const since = Number(asked || 'none');
    const gaps = this.#gaps.flatMap(({ gap, at }) => (since < at ? gap : []));
    const before = this.#looks[since];
    const isKnown = before?.userId === userId;
    const cursor = String(this.#looks.push({ userId, rows, deletions: deleted.length }) - 1);
    const upserts = list.filter((row) => !isKnown || before.rows.get(row.id) !== row);
    // Also rows that came and went in between, because another answer may have reported them.
    const gone = isKnown ? [...before.rows.keys()].filter((id) => !rows.has(id)) : [];
    const later = isKnown ? deleted.slice(before.deletions) : [];
    const deletes = [...new Set([...gone, ...later])];
    return { cursor, full: !isKnown, upserts, deletes, ...(gaps.length > 0 && { gaps }) };
  }
}
