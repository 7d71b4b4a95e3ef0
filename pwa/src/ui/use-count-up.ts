import { useEffect, useState } from 'react';

/** Fast at first and gentle at the end. */
const easeOut = (share: number) => 1 - (1 - share) ** 3;

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Options = {
  durationMs: number;
  /** Where it begins. */
  from?: number;
  /** How long it waits before it moves. */
  delayMs?: number;
};

/** Counts to `target`, at once if the person prefers no motion. */
export function useCountUp(target: number, { durationMs, from = 0, delayMs = 0 }: Options): number {
  const [isStill] = useState(wantsStillness);
  const [share, setShare] = useState(0);
  const isMoving = !isStill && from !== target;
  useEffect(() => {
    if (!isMoving) return undefined;
    let frame = 0;
    const begin = performance.now() + delayMs;
    const step = (now: number) => {
      const next = Math.min(1, Math.max(0, (now - begin) / durationMs));
      setShare(next);
      if (next < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isMoving, delayMs, durationMs]);
  return isMoving ? from + (target - from) * easeOut(share) : target;
}
