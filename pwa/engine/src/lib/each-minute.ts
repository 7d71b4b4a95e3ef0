const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls as each minute begins, until the returned function is called: by it an open page notices that a day has ended, here or at
 * the office. A device that slept is told when it wakes; one whose clock or zone is changed, within a minute.
 */
export function eachMinute(onMinute: () => void): () => void {
  const listener = () => onMinute();
  listeners.add(listener);
  timer ??= untilNext();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

// All zones begin their days with a minute.
const untilNext = () => setTimeout(tell, MINUTE_MS - (Date.now() % MINUTE_MS));

function tell(): void {
  timer = untilNext();
  for (const listener of listeners) listener();
}
