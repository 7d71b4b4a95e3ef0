import { noteSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { isSoon } from '../../lib/is-soon.ts';
import { SENDING_MARK_MS, type SyncDeps } from '../deps.ts';

/**
 * A round that ends sooner leaves no mark, because the mark makes every tab query again, which took a small queue more time
 * than its request. Milliseconds.
 */
const MARKED_AFTER_MS = 300;

/** Tells all tabs that a round of sending has requests on their way. */
export class SendingMark {
  readonly #db: UserDb;
  readonly #deps: SyncDeps;
  readonly #begunAt: number;
  #isSet = false;

  constructor(db: UserDb, deps: SyncDeps) {
    this.#db = db;
    this.#deps = deps;
    this.#begunAt = deps.now();
  }

  /** Sets it at once. */
  async set(sending: number): Promise<void> {
    this.#isSet = true;
    const sendingUntil = this.#deps.now() + SENDING_MARK_MS;
    await noteSyncState(this.#db, { sending, sendingUntil });
  }

  /** Sets it unless the round is young and `next` ends soon. */
  async setIfLong(sending: number, next: Promise<unknown>): Promise<void> {
    if (this.#isSet) return;
    const leftMs = this.#begunAt + MARKED_AFTER_MS - this.#deps.now();
    if (leftMs > 0 && (await isSoon(next, leftMs))) return;
    await this.set(sending);
  }

  async clear(): Promise<void> {
    if (this.#isSet) await noteSyncState(this.#db, { sending: 0 });
  }
}
