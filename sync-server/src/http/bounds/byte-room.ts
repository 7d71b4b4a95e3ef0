import { rateLimited, unavailable } from '../errors.ts';

/** Room for the bytes of many, of which each may take a share. */
export class ByteRoom {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #ofEach = new Map<string, number>();
  #taken = 0;

  constructor({ most, mostOfOne }: { readonly most: number; readonly mostOfOne: number }) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** Throws 429 if somebody would have more than their share, 503 if there is no room for anybody. */
  take(who: string, bytes: number): void {
    const own = (this.#ofEach.get(who) ?? 0) + bytes;
    if (own > this.#mostOfOne) throw rateLimited(1);
    if (this.#taken + bytes > this.#most) throw unavailable();
    this.#ofEach.set(who, own);
    this.#taken += bytes;
  }

  giveBack(who: string, bytes: number): void {
    const left = (this.#ofEach.get(who) ?? 0) - bytes;
    if (left > 0) this.#ofEach.set(who, left);
    else this.#ofEach.delete(who);
    this.#taken -= bytes;
  }
}
