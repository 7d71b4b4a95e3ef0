/** How long nothing has been heard of something, counted by a clock that people can set (milliseconds). */
export interface Absence {
  countedMs: number;
  /** The clock's time at the last count. */
  seenAt: number;
  /** How far it has been put back since, and not forward again. */
  backMs: number;
}

/**
 * Counts the time until `now`. A clock put back adds nothing and takes nothing away; put right again, it adds what
 * passed meanwhile. One put forward adds the jump.
 */
export function passTime({ countedMs, seenAt, backMs }: Absence, now: number): Absence {
  const stepMs = now - seenAt;
  if (stepMs < 0) return { countedMs, seenAt: now, backMs: backMs - stepMs };
  // Any smaller step is time that passed; otherwise a clock put back for good would stop the count.
  const isPutRight = stepMs * 2 >= backMs;
  const passedMs = isPutRight ? Math.max(0, stepMs - backMs) : stepMs;
  return { countedMs: countedMs + passedMs, seenAt: now, backMs: isPutRight ? 0 : backMs };
}
