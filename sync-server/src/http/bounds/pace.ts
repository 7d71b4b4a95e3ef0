import type { Socket } from 'node:net';
import { tooSlow } from '../errors.ts';

/** So many bytes a millisecond, that is kilobytes a second: a tenth of what the thinnest lines of phones carry. */
const LEAST_PACE = 1;

export interface PaceBounds {
  /** What a body may take in all; milliseconds. */
  readonly bodyMs: number;
  /** In each span of so many milliseconds it must keep the least pace. */
  readonly paceMs: number;
}

/** Watches a body arrive. */
export class Pace {
  /** Rejects with 408 once it takes too long, in all or in one span. */
  readonly lost: Promise<never>;
  readonly #reject: (reason: Error) => void;
  readonly #socket: Pick<Socket, 'bytesRead'>;
  readonly #paceMs: number;
  readonly #endsAt: number;
  #arrived: number;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(socket: Pick<Socket, 'bytesRead'>, { bodyMs, paceMs }: PaceBounds) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.lost = promise;
    this.#reject = reject;
    this.#socket = socket;
    this.#paceMs = paceMs;
    this.#endsAt = performance.now() + bodyMs;
    this.#arrived = socket.bytesRead;
    this.#wait();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const leftMs = this.#endsAt - performance.now();
    // What came while the process was busy is read first.
    const look = () => setImmediate(() => this.#look());
    this.#timer = setTimeout(look, Math.min(leftMs, this.#paceMs));
  }

  #look(): void {
    if (this.#isOver) return;
    const { bytesRead } = this.#socket;
    const isSlow = bytesRead - this.#arrived < LEAST_PACE * this.#paceMs;
    this.#arrived = bytesRead;
    if (isSlow || performance.now() >= this.#endsAt) this.#reject(tooSlow());
    else this.#wait();
  }
}
