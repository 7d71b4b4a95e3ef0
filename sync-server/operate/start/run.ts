import { isatty } from 'node:tty';
import { endProcess } from '../embedded/end-process.ts';

const EXIT_FAILED = 1;
/** Supervisors kill a process that has not ended about this long after the signal; milliseconds. */
export const END_AFTER_MS = 20_000;

interface StoppableProcess {
  /** Resolves with the reason if it cannot go on. */
  readonly lost?: Promise<Error>;
  stop(): Promise<void>;
  /** Goes on with the code that is there now; absent: it cannot. */
  renew?(): void;
}

/**
 * Starts something and stops it when the process is told to end (SIGTERM, SIGINT, or the terminal
 * going away). A second signal, or running out of time, ends it at once. Where no terminal can go away,
 * SIGHUP renews what can be renewed. A failed start is reported in one line without a stack, and so is a
 * failure after which it cannot go on; both set the exit code to 1.
 */
export async function runUntilSignal(
  start: () => Promise<StoppableProcess>,
  endAfterMs = END_AFTER_MS,
): Promise<void> {
  const starting = start();
  let isStopping = false;
  const stop = () => {
    if (isStopping) endNow();
    isStopping = true;
    setTimeout(endNow, endAfterMs).unref();
    // A start under way is finished first: half of it could not be stopped cleanly.
    starting
      .then((running) => running.stop())
      .catch(reportFailure)
      .finally(() => endProcess());
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // Looked up now: a terminal that went away is none any more.
  const hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  process.on('SIGHUP', () => {
    const renew = (running: StoppableProcess) =>
      running.renew && !hasTerminal ? running.renew() : stop();
    if (!isStopping) starting.then(renew).catch(() => undefined);
  });
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

/** Ends the process although its work is not over. */
export function endNow(): never {
  endProcess(EXIT_FAILED);
}

export function reportFailure(error: unknown): void {
  console.error(`Sunloop: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT_FAILED;
}
