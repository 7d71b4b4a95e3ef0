import type { UserDb } from '../../data/user-db.ts';
import { isSoon } from '../../lib/is-soon.ts';
import type { SyncDeps } from '../deps.ts';
import { applyVerdicts, type Outcome } from './apply-verdict.ts';

/** So many answers are stored together. What a killed tab had not stored is sent again (rule 5). */
const GATHERED_MAX = 4;
/** How long an answer waits for the next one. Milliseconds. */
const GATHER_MS = 150;

/**
 * Answers that come close together and are stored in one transaction. Storing makes every live query run again, which
 * cost a replay more than the rows.
 */
export class Gathered {
  readonly #db: UserDb;
  readonly #deps: SyncDeps;
  #outcomes: Outcome[] = [];

  constructor(db: UserDb, deps: SyncDeps) {
    this.#db = db;
    this.#deps = deps;
  }

  /** Keys of the entries they are about, which must not be sent meanwhile. */
  get keys(): number[] {
    return this.#outcomes.map(({ sent }) => sent.key);
  }

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  /** Waits for the next answer, and meanwhile stores what is here if that is enough or the next one takes a while. */
  async until<T>(next: Promise<T>): Promise<T> {
    const { length } = this.#outcomes;
    if (length === GATHERED_MAX || (length > 0 && !(await isSoon(next, GATHER_MS))))
      await this.store();
    return next;
  }

  async store(): Promise<void> {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    await applyVerdicts(this.#db, outcomes, this.#deps);
  }
}
