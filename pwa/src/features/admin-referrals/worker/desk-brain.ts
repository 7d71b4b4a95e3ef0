import type { UserDb } from '../../../data/user-db.ts';
import { answerQuestion } from './answer-question.ts';
import { catchUp, compactWhenLong, emptyStore, readHead } from './desk-list-store.ts';
import type { FromDesk, ToDesk } from '../desk-messages.ts';
import { isFirstView, type ListPage } from '../desk-view.ts';
import { ListQuery } from './list-query.ts';
import type { WaitingActs } from '../referral-table.ts';

type Post = (message: FromDesk) => void;
type ListRequest = Extract<ToDesk, { kind: 'list' }>;
type Asked = Extract<ToDesk, { kind: 'ask' }>;

/**
 * The device's list in memory, kept up to date with Dexie, and the answers to the page's questions. Runs in the worker,
 * but does not depend on one.
 */
export class DeskBrain {
  readonly #db: UserDb;
  readonly #post: Post;
  readonly #store = emptyStore();
  readonly #query = new ListQuery(this.#store.table);
  #isLoaded = false;
  #list: ListRequest | undefined;
  #asked: Asked[] = [];

  constructor(db: UserDb, post: Post) {
    this.#db = db;
    this.#post = post;
  }

  /** Answers in a task of its own, so that of several lists requested at once only the last is computed. */
  ask(message: ListRequest | Asked): void {
    if (message.kind === 'list') this.#list = message;
    else this.#asked.push(message);
    setTimeout(() => this.#answer());
  }

  /** Shows changes that wait to be sent as if they had been made. */
  showWaiting(acts: WaitingActs): void {
    this.#store.table.setWaiting(acts);
    this.#post({ kind: 'changed' });
  }

  /**
   * Brings the list up to date with the device: the first rows at once, then all. Must not be called again before it is
   * over. Returns whether something is new.
   */
  async catchUp(): Promise<{ isStored: boolean; hasChanged: boolean }> {
    if (!this.#isLoaded && (await readHead(this.#db, this.#store))) this.#answer();
    const hasChanged = await catchUp(this.#db, this.#store);
    this.#isLoaded = true;
    this.#answer();
    if (hasChanged) this.#post({ kind: 'changed' });
    return { isStored: this.#store.known !== undefined, hasChanged };
  }

  /** Does what can wait until the list is complete: finding duplicates, and tidying up. */
  async finish(): Promise<void> {
    this.#store.table.findDuplicates();
    this.#post({ kind: 'changed' });
    await compactWhenLong(this.#db, this.#store);
  }

  #answer(): void {
    const list = this.#list;
    const page = list && (this.#isLoaded ? pageOf(this.#query, list) : this.#headPageOf(list));
    if (list && page) {
      this.#list = undefined;
      this.#post({ kind: 'list', serial: list.serial, page });
    }
    if (!this.#isLoaded) return;
    for (const { serial, question } of this.#asked.splice(0)) {
      const answer = answerQuestion(this.#store.table, this.#query, question);
      this.#post({ kind: 'answer', serial, answer });
    }
  }

  /** The first rows, if the request is for them; counts may be a little old until all is read. */
  #headPageOf(request: ListRequest): ListPage | undefined {
    const { head, headCounts, table } = this.#store;
    if (!head || !isFirstView(request.view)) return undefined;
    head.setWaiting(table.waiting);
    const page = pageOf(new ListQuery(head), request);
    return { ...page, total: headCounts['all'] ?? 0, counts: headCounts, isPartial: true };
  }
}

function pageOf(query: ListQuery, { view, from, to }: ListRequest): ListPage {
  const { places, counts } = query.find(view);
  const rows = Array.from(places.subarray(from, to), (place) => query.rowAt(place));
  return {
    total: places.length,
    counts,
    from: Math.min(from, places.length),
    rows: rows.filter((row) => row !== undefined),
    isPartial: false,
  };
}
