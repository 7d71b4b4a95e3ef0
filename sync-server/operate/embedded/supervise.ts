import { setTimeout as delay } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

export interface Supervision {
  /** Starts the server again on the port it had. */
  readonly restart: (port: number) => Promise<Postmaster>;
  /** Why it cannot run now, in words for the operator; undefined if nothing is known to prevent it. */
  readonly findHindrance: () => Promise<string | undefined>;
  /** Called with what the operator must know. */
  readonly report: (line: string) => void;
  /** Called once when it is given up. */
  readonly onLost: (error: Error) => void;
  /** Consecutive failures after which it is given up. */
  readonly restartsMax: number;
}

/** Pause before the first attempt, doubled before each further one; milliseconds. */
const FIRST_PAUSE_MS = 500;
/** Once a server has run this long, earlier failures no longer count. */
const HEALTHY_MS = 60_000;

/**
 * Keeps a server running: if it ends by itself it is restarted, with growing pauses, and not while something
 * is known to prevent it. `stop` ends the server and the supervision.
 */
export function supervise(first: Postmaster, supervision: Supervision): () => Promise<void> {
  const stopping = new AbortController();
  let current: Postmaster | undefined = first;
  const keep = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const why = await current?.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > HEALTHY_MS) failures = 0;
      if (why !== undefined) report(`PostgreSQL ended by itself (${why}); starting it again`);
      current = undefined;
      if (failures >= restartsMax) throw new Error(`PostgreSQL ended ${failures} times in a row`);
      await untilFree(supervision, stopping.signal, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      current = await tryRestart(first.port, supervision);
    }
  };
  const { report, restartsMax } = supervision;
  const keeping = keep().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    supervision.onLost(error instanceof Error ? error : new Error(String(error)));
  });
  return async () => {
    stopping.abort();
    await current?.stop();
    await keeping;
    await current?.stop();
  };
}

async function tryRestart(port: number, { restart, report }: Supervision) {
  try {
    const server = await restart(port);
    report('PostgreSQL is running again');
    return server;
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Waits out the pause, and then for as long as something prevents the start. */
async function untilFree(
  { findHindrance, report }: Supervision,
  signal: AbortSignal,
  pauseMs: number,
): Promise<void> {
  await delay(pauseMs, undefined, { signal });
  let told: string | undefined;
  for (;;) {
    const hindrance = await findHindrance();
    if (hindrance === undefined) return;
    if (hindrance !== told) report(hindrance);
    told = hindrance;
    await delay(pauseMs, undefined, { signal });
  }
}
