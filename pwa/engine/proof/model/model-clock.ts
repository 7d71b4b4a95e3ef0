import { vi } from 'vitest';
import { currentTab, type Tab, TabKilled } from './tab.ts';

const START = Date.UTC(2026, 5, 1, 12);

interface Timer {
  at: number;
  fire: () => void;
  /** Whose it is; it does not fire while that tab is frozen. */
  tab: Tab | undefined;
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
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => this.#setTimeout(work, ms));
    vi.stubGlobal('setInterval', (work: () => void, ms: number) => this.#setInterval(work, ms));
    for (const name of ['clearTimeout', 'clearInterval']) {
      vi.stubGlobal(name, (timer?: { isOver: boolean }) => {
        if (timer) timer.isOver = true;
      });
    }
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
      const isDue = ({ at, tab }: Timer) => at <= end && !tab?.isFrozen;
      const next = this.#timers.filter(isDue).toSorted((a, b) => a.at - b.at)[0];
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

  /** What is due at once goes on without time passing. */
  #setTimeout(work: () => void, ms: number): { isOver: boolean } {
    const timer = { isOver: false };
    const tab = currentTab();
    const fire = () => void runUnlessOver(timer, tab, work);
    if (ms > 0) this.#after(ms, fire);
    else setImmediate(fire);
    return timer;
  }

  #setInterval(work: () => void, ms: number): { isOver: boolean } {
    const timer = { isOver: false };
    const tab = currentTab();
    const fire = () => {
      if (runUnlessOver(timer, tab, work)) this.#after(ms, fire, tab);
    };
    this.#after(ms, fire);
    return timer;
  }

  #after(ms: number, fire: () => void, tab = currentTab()): void {
    this.#timers.push({ at: this.passed + ms, fire, tab });
  }

  #set(passed: number): void {
    this.passed = passed;
    vi.setSystemTime(this.now());
  }
}

/** Runs a timer's work in its tab; false if the timer was cleared or its tab is gone. */
function runUnlessOver(
  timer: { isOver: boolean },
  tab: ReturnType<typeof currentTab>,
  work: () => void,
): boolean {
  if (timer.isOver || tab?.isDead) return false;
  if (tab) tab.run(work);
  else work();
  return true;
}
