import type { SyncDeps } from '../sync/ground/deps.ts';

/** A clock moved by hand, and no chance: jitter always gives the whole pause. */
export function fixedDeps(startMs = Date.now()) {
  let nowMs = startMs;
  const waits: number[] = [];
  const deps: SyncDeps = {
    now: () => nowMs,
    random: () => 1,
    wait: async (delayMs) => {
      waits.push(delayMs);
      nowMs += delayMs;
    },
  };
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { deps, waits, advance };
}
