import { onTestFinished, vi } from 'vitest';

/** The waits and rests of `watchTables` pass only as the test advances them; real again when it ends, even by failing. */
export function fakeRests(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
