/** What callers got while one thing was wrong. */
export interface Phase {
  readonly name: string;
  /** The longest time without an acknowledged write. */
  readonly quietSeconds: number;
  /** How often each status came; `none` are calls without an answer of the server's own. */
  readonly counts: Readonly<Record<string, number>>;
}

interface Open {
  readonly name: string;
  readonly startedAt: number;
  readonly writes: number[];
  readonly counts: Record<string, number>;
}

/** Counts what all callers get, phase by phase. */
export class Answers {
  #open = open('start');

  begin(name: string): void {
    this.#open = open(name);
  }

  /** `isStored`: a write was acknowledged. */
  note(status: number | 'none', isStored: boolean): void {
    const { counts, writes } = this.#open;
    counts[status] = (counts[status] ?? 0) + 1;
    if (isStored) writes.push(performance.now());
  }

  end(): Phase {
    const { name, startedAt, writes, counts } = this.#open;
    const marks = [startedAt, ...writes, performance.now()];
    const gaps = marks.slice(1).map((at, index) => at - (marks[index] ?? at));
    return { name, quietSeconds: Math.max(...gaps) / 1000, counts: { ...counts } };
  }
}

const open = (name: string): Open => ({
  name,
  startedAt: performance.now(),
  writes: [],
  counts: {},
});
