import { percentile } from '../bench/measurements.ts';
import type { Answered } from './line.ts';

/** What became of calls: times in milliseconds. */
export class Tally {
  readonly accepted: number[] = [];
  readonly refused: number[] = [];
  /** Answers that are neither, each with how often it came. */
  readonly faults = new Map<string, number>();
  readonly #byName = new Map<string, number[]>();
  readonly #startedAt = performance.now();
  #endedAt: number | undefined;
  #leftOut = 0;

  add(name: string, { status, text, retryAfter }: Answered, ms: number): void {
    if (status >= 200 && status < 300) {
      this.accepted.push(ms);
      const times = this.#byName.get(name) ?? [];
      times.push(ms);
      this.#byName.set(name, times);
    } else if (status === 503 && Number(retryAfter) > 0) this.refused.push(ms);
    else {
      const words = `${name}: ${status} ${text.slice(0, 80)}`;
      this.faults.set(words, (this.faults.get(words) ?? 0) + 1);
    }
  }

  /** Something that was due and not sent. */
  leaveOut(): void {
    this.#leftOut += 1;
  }

  /** No more is sent from now on. */
  end(): this {
    this.#endedAt ??= performance.now();
    return this;
  }

  /** By `performance.now`. */
  get endedAt(): number {
    return this.#endedAt ?? performance.now();
  }

  get acceptedPerSecond(): number {
    const seconds = (this.endedAt - this.#startedAt) / 1000;
    return this.accepted.length / seconds;
  }

  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A line on all, one on each kind of call, and one on each fault. */
  lines(): string[] {
    const kinds = [...this.#byName].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [
      `${Math.round(this.acceptedPerSecond)} accepted a second; accepted ${timesOf(this.accepted)}`,
      `refused with 503 and Retry-After ${timesOf(this.refused)}; not sent ${this.#leftOut}`,
      ...kinds.map(([name, times]) => `  ${name} ${timesOf(times)}`),
      ...[...this.faults].map(([words, count]) => `  FAULT ${count} times: ${words}`),
    ];
  }
}

export function msAt(times: readonly number[], share: number): number {
  return Math.round(percentile(times, share) ?? 0);
}

function timesOf(times: readonly number[]): string {
  if (times.length === 0) return '0';
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => msAt(times, share));
  return `${times.length} (p50 ${p50}, p95 ${p95}, p99 ${p99}, max ${most} ms)`;
}
