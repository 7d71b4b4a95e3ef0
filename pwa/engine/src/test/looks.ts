import { checksumOf } from '@sunloop/shared-types/referrals/sync.ts';

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

/** A list that comes as changes: a cursor is the number of a request, and changes are those since then. */
export class Looks<Row extends { id: string }> {
  /** Undefined once it is not remembered any longer. */
  readonly #looks: (Look<Row> | undefined)[] = [];

  /** How many there were. */
  get count(): number {
    return this.#looks.length;
  }

  /** Cursors made after the first `count` are not known any longer. */
  forgetAfter(count: number): void {
    this.#looks.fill(undefined, count);
  }

  /** Cursors made after the first `count` stand for less than they did: what came and went since is told by nobody. */
  forgetSince(
    count: number,
    { rows, deletions }: { rows: readonly Row[]; deletions: number },
  ): void {
    const left = new Map(rows.map((row) => [row.id, row]));
    for (const [at, look] of this.#looks.entries()) {
      if (look && at >= count) this.#looks[at] = { ...look, rows: left, deletions };
    }
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
    const before = this.#looks[since];
    const isKnown = before?.userId === userId;
    const cursor = String(this.#looks.push({ userId, rows, deletions: deleted.length }) - 1);
    const upserts = list.filter((row) => !isKnown || before.rows.get(row.id) !== row);
    // Also rows that came and went in between, because another answer may have reported them.
    const gone = isKnown ? [...before.rows.keys()].filter((id) => !rows.has(id)) : [];
    const later = isKnown ? deleted.slice(before.deletions) : deleted;
    const deletes = [...new Set([...gone, ...later])];
    const checksum = checksumOf([...rows.keys()]);
    return { cursor, full: !isKnown, checksum, upserts, deletes };
  }
}
