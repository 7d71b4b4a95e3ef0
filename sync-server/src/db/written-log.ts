interface Sample {
  readonly at: number;
  readonly position: number;
}

/** Ten minutes, with a sample a second. */
const SAMPLES_MAX = 600;

/**
 * How far the primary had written when, which says how old a replica's state is: a replica's own clock cannot tell whether
 * it lags or nothing was written.
 */
export class WrittenLog {
  #samples: Sample[] = [];

  /** Notes a position in the write-ahead log (bytes), at a time in milliseconds. */
  note(position: number, at: number): void {
    const newest = this.#samples.at(-1);
    // Another primary, which may lack what the last one wrote, begins anew.
    if (newest && newest.position > position) this.#samples = [];
    this.#samples.push({ at, position });
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
  }

  /** Nothing is known of the time without samples. */
  forget(): void {
    this.#samples = [];
  }

  /**
   * How far a replica that has replayed up to here is behind, in milliseconds; `ageMs` is how long ago what it replayed last
   * was committed. Undefined without a sample.
   */
  lagOf(replayed: number, ageMs: number): number | undefined {
    const newest = this.#samples.at(-1);
    if (!newest) return undefined;
    const known = this.#samples.findLast(({ position }) => position <= replayed);
    return known ? newest.at - known.at : Math.max(ageMs, newest.at - (this.#samples[0]?.at ?? 0));
  }
}
