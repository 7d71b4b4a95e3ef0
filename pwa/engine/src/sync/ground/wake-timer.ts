/** The timer does not wake more often than this, even if the queue is due at once. Milliseconds. */
const FLOOR_MS = 1000;
/** setTimeout overflows above 2^31 ms; an early wake simply sets the next one. */
const CEILING_MS = 60 * 60_000;

/** An alarm with one setting at a time: epoch milliseconds, or null for none. Once stopped it stays silent, whoever sets it. */
export function wakeTimer(
  now: () => number,
  ring: () => void,
): { set(dueAt: number | null): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rangAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const set = (dueAt: number | null) => {
    clearTimeout(timer);
    if (dueAt === null || isStopped) return;
    // A clock that was put back since does not lengthen the floor.
    const floorMs = Math.min(FLOOR_MS, rangAt + FLOOR_MS - now());
    const delayMs = Math.max(dueAt - now(), floorMs);
    timer = setTimeout(
      () => {
        rangAt = now();
        ring();
      },
      Math.min(CEILING_MS, Math.max(0, delayMs)),
    );
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { set, stop };
}
