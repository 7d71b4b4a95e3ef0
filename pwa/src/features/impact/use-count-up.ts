import { useEffect, useState } from 'react';
import { START_AFTER_MS } from './impact-figures.ts';

/** Fast at first and gentle at the end. */
const easeOut = (share: number) => 1 - (1 - share) ** 3;

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Counts from 0 to `target` within `durationMs` once it is seen, at once if the person prefers no motion. */
export function useCountUp(target: number, durationMs: number, isSeen: boolean): number {
  const [isStill] = useState(wantsStillness);
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (isStill || !isSeen) return undefined;
    let frame = 0;
    const begin = performance.now() + START_AFTER_MS;
    const step = (now: number) => {
      const next = Math.min(1, Math.max(0, (now - begin) / durationMs));
      setShare(next);
      if (next < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isStill, isSeen, durationMs]);
  return isStill ? target : target * easeOut(share);
}
