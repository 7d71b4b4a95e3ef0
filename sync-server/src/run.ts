const EXIT_FAILED = 1;
/** Whatever told us to end kills us after this long, or soon after it; milliseconds. */
const END_AFTER_MS = 20_000;

interface Stoppable {
  /** Resolves if it cannot go on, with the reason. */
  readonly lost?: Promise<Error>;
  stop(): Promise<void>;
}

/**
 * Starts something and stops it when the process is told to end (SIGTERM, SIGINT, or the terminal going away). A
 * second signal, or running out of time, ends it at once. A failed start is reported in one line, without a stack,
 * and so is a fault after which it cannot go on; both make the exit code 1.
 */
export async function runUntilSignal(
  start: () => Promise<Stoppable>,
  endAfterMs = END_AFTER_MS,
): Promise<void> {
  const starting = start();
  let isStopping = false;
  const stop = () => {
    if (isStopping) endNow();
    isStopping = true;
    setTimeout(endNow, endAfterMs).unref();
    // A start that is under way ends first: half of it could not be stopped cleanly.
    starting.then((running) => running.stop()).catch(reportFailure);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    const running = await starting;
    void running.lost?.then((error) => {
      reportFailure(error);
      stop();
    });
  } catch (error) {
    reportFailure(error);
    process.exit(EXIT_FAILED);
  }
}

/** Node would first wait for all that its threads have to do, such as compressing. */
function endNow(): never {
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
  process.exit(EXIT_FAILED);
}

function reportFailure(error: unknown): void {
  console.error(`Sunloop: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT_FAILED;
}
