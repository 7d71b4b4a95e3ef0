import {
  type Answers,
  type FromDesk,
  NOTHING_YET,
  type Question,
  type ToDesk,
} from './desk-messages.ts';
import type { DeskView, ListPage } from './desk-view.ts';
import type { WaitingActs } from './referral-table.ts';

/** How long the worker outlives the last part of a page that uses it, for people who only glance at another panel. */
const LINGER_MS = 20_000;

export interface ListRequest {
  view: DeskView;
  from: number;
  to: number;
}

/** The page's end of the worker that holds the list. */
export class DeskClient {
  readonly #worker = new Worker(new URL('./worker/desk-worker.ts', import.meta.url), {
    type: 'module',
  });
  readonly #listeners = new Set<() => void>();
  readonly #answers = new Map<number, (answer: never) => void>();
  #onList: ((page: ListPage) => void) | undefined;
  #listSerial = 0;
  #serial = 0;
  state = NOTHING_YET;
  /** Counts up whenever earlier answers may be outdated. */
  changes = 0;

  constructor(userId: string) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromDesk>) =>
      this.#take(data),
    );
    this.#post({ kind: 'open', userId });
  }

  /** Asks for a part of the list; an answer to an older question is dropped. */
  list(request: ListRequest, onList: (page: ListPage) => void): void {
    this.#onList = onList;
    this.#listSerial = this.#serial += 1;
    this.#post({ kind: 'list', serial: this.#listSerial, ...request });
  }

  ask<Q extends Question>(question: Q): Promise<Answers[Q['kind']]> {
    const serial = (this.#serial += 1);
    this.#post({ kind: 'ask', serial, question });
    return new Promise((resolve) => this.#answers.set(serial, resolve));
  }

  refresh(): void {
    this.#post({ kind: 'refresh' });
  }

  showWaiting(acts: WaitingActs): void {
    this.#post({ kind: 'waiting', acts });
  }

  /** For `useSyncExternalStore`: reports `state` and `changes`. */
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#worker.terminate();
  }

  #take(message: FromDesk): void {
    switch (message.kind) {
      case 'list':
        if (message.serial === this.#listSerial) this.#onList?.(message.page);
        return;
      case 'answer':
        // The answer matches the kind of the question, which TypeScript cannot follow through the number.
        this.#answers.get(message.serial)?.(message.answer as never);
        this.#answers.delete(message.serial);
        return;
      case 'state':
        this.state = message.state;
        break;
      case 'changed':
        this.changes += 1;
    }
    for (const listener of this.#listeners) listener();
  }

  #post(message: ToDesk): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between a worker and its page there is none
    this.#worker.postMessage(message);
  }
}

const open = new Map<string, { client: DeskClient; users: number }>();

/** The user's worker, shared by all parts of the page that show the list. */
export function deskOf(userId: string): DeskClient {
  const known = open.get(userId) ?? { client: new DeskClient(userId), users: 0 };
  open.set(userId, known);
  return known.client;
}

/** Keeps the worker while a part of the page uses it; call the returned function afterwards. */
export function holdDesk(userId: string): () => void {
  const held = open.get(userId);
  if (!held) return () => undefined;
  held.users += 1;
  return () => {
    held.users -= 1;
    setTimeout(() => {
      if (held.users > 0 || open.get(userId) !== held) return;
      open.delete(userId);
      held.client.close();
    }, LINGER_MS);
  };
}
