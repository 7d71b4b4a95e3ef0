import { vi } from 'vitest';
import { currentTab, TabKilled } from './tab.ts';

const START = Date.UTC(2026, 5, 1, 12);

interface Timer {
  at: number;
  fire: () => void;
}

/** Time in a run: the time that really passes, with every timer in order, and what the device's clock says. */
export class ModelClock {
  /** Milliseconds since the start, which only grow. */
  passed = 0;
  #ahead = START;
  #timers: Timer[] = [];
  readonly #timeouts: { mockRestore(): void };

  constructor() {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    this.#timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const control = new AbortController();
      this.#after(ms, () => control.abort(new DOMException('signal timed out', 'TimeoutError')));
      return control.signal;
    });
  }

  now(): number {
    return this.#ahead + this.passed;
  }

  wait(delayMs: number): Promise<void> {
    const tab = currentTab();
    return new Promise((resolve, reject) => {
      const end = () => (tab?.isDead ? reject(new TabKilled()) : resolve());
      this.#after(delayMs, end);
      tab?.onKill(end);
    });
  }

  /** Lets time pass; after each timer, `settle` runs whatever waited for it. */
  async elapse(ms: number, settle: () => Promise<void>): Promise<void> {
    const end = this.passed + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#set(Math.max(this.passed, next.at));
      next.fire();
      await settle();
    }
    this.#set(end);
  }

  /** Somebody sets the device's clock; no time passes. */
  jump(ms: number): void {
    this.#ahead += ms;
    this.#set(this.passed);
  }

  end(): void {
    this.#timeouts.mockRestore();
    vi.useRealTimers();
  }

  #after(ms: number, fire: () => void): void {
    this.#timers.push({ at: this.passed + ms, fire });
  }

  #set(passed: number): void {
    this.passed = passed;
    vi.setSystemTime(this.now());
  }
}
