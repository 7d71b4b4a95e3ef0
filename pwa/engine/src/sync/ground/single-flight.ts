/**
 * Wraps `work` so that it runs once at a time: a call during a run makes it run once more afterwards, and resolves when
 * that run is over.
 */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWantedAgain = false;
  const runUntilQuiet = async () => {
    do {
      isWantedAgain = false;
      await work();
    } while (isWantedAgain);
  };
  return () => {
    isWantedAgain = true;
    running ??= runUntilQuiet().finally(() => {
      running = undefined;
    });
    return running;
  };
}
