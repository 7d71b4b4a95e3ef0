interface Look<Row> {
  userId: string;
  rows: ReadonlyMap<string, Row>;
}

/** A list that comes as changes: a cursor is the number of the look, what changed is what differs from it. */
export class Looks<Row extends { id: string }> {
  readonly #looks: Look<Row>[] = [];

  answer(userId: string, list: readonly Row[], since: string) {
    const rows = new Map(list.map((row) => [row.id, row]));
    const before = this.#looks[Number(since || 'none')];
    const isKnown = before?.userId === userId;
    const cursor = String(this.#looks.push({ userId, rows }) - 1);
    const upserts = list.filter((row) => !isKnown || before.rows.get(row.id) !== row);
    const deletes = isKnown ? [...before.rows.keys()].filter((id) => !rows.has(id)) : [];
    return { cursor, full: !isKnown, upserts, deletes };
  }
}
