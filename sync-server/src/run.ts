const EXIT_FAILED = 1;

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Starts something and stops it when the process is told to end (SIGTERM, SIGINT, or the terminal going
 * away); a second signal ends at once. A failed start is told in one line, without a stack.
 */
export async function runUntilSignal(start: () => Promise<Stoppable>): Promise<void> {
  const starting = start();
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(EXIT_FAILED);
    isStopping = true;
    // A start that is under way ends first: half of it could not be stopped cleanly.
    starting.then((running) => running.stop()).catch(reportFailure);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    await starting;
  } catch (error) {
    reportFailure(error);
    process.exit(EXIT_FAILED);
  }
}

function reportFailure(error: unknown): void {
  console.error(`Sunloop: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT_FAILED;
}
