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
 * The list of the device in memory, kept up to date with Dexie, and what the page asks of it. Runs in the
 * worker; knows nothing of one.
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

  /** A task of its own answers, so that of several lists asked for at once only the last is worked out. */
  ask(message: ListRequest | Asked): void {
    if (message.kind === 'list') this.#list = message;
    else this.#asked.push(message);
    setTimeout(() => this.#answer());
  }

  /** Shows changes that wait to be sent as if they were made. */
  showWaiting(acts: WaitingActs): void {
    this.#store.table.setWaiting(acts);
    this.#post({ kind: 'changed' });
  }

  /**
   * Brings the list up to what the device holds: its first rows at once, then all. Not to be called again
   * before it is over. Answers whether something is new.
   */
  async catchUp(): Promise<{ isStored: boolean; hasChanged: boolean }> {
    if (!this.#isLoaded && (await readHead(this.#db, this.#store))) this.#answer();
    const hasChanged = await catchUp(this.#db, this.#store);
    this.#isLoaded = true;
    this.#answer();
    if (hasChanged) this.#post({ kind: 'changed' });
    return { isStored: this.#store.known !== undefined, hasChanged };
  }

  /** What can wait until the list stands: who may be there twice, and tidying up. */
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

  /** The first rows, where they are what is asked for; counts may be a little old until all is read. */
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
