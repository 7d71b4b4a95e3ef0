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
  readonly #looks: Look<Row>[] = [];

  answer(userId: string, { rows: list, deleted }: Seen<Row>, asked: string) {
    const rows = new Map(list.map((row) => [row.id, row]));
    const before = this.#looks[Number(asked || 'none')];
    const isKnown = before?.userId === userId;
    const cursor = String(this.#looks.push({ userId, rows, deletions: deleted.length }) - 1);
    const upserts = list.filter((row) => !isKnown || before.rows.get(row.id) !== row);
    // Also rows that came and went in between, because another answer may have reported them.
    const gone = isKnown ? [...before.rows.keys()].filter((id) => !rows.has(id)) : [];
    const since = isKnown ? deleted.slice(before.deletions) : [];
    const deletes = [...new Set([...gone, ...since])];
    return { cursor, full: !isKnown, upserts, deletes };
  }
}
