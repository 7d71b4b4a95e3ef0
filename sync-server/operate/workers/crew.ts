import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Readiness } from './orders.ts';
import type { StartedWorker } from './start-worker.ts';

export interface CrewOptions {
  /** How many workers there are. */
  readonly count: number;
  readonly start: () => StartedWorker;
  /** Called when the first worker serves, before the others are started. */
  readonly onFirst: (told: Readiness) => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Called once if no worker can be started any more. */
  readonly onLost: (error: Error) => void;
  /** Pause before a worker that ended soon is started again, doubled each time it does not start; milliseconds. */
  readonly firstPauseMs?: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that ends sooner than this is started again after a pause, the first one. Milliseconds. */
const HEALTHY_MS = 60_000;
/** Starts in a row that came to nothing, of each worker, after which all are given up. */
const STARTS_MAX = 5;

/** The place of a worker, filled by one after the other. */
interface Place {
  worker: StartedWorker | undefined;
  /** Starts in a row that came to nothing. One whose port was open is none: what ended it may have been a stranger's. */
  failures: number;
  /** Whether its last worker served, and ended soon. */
  hasEndedSoon: boolean;
  /** Settles when nobody is starting a worker for it. */
  turn: Promise<unknown>;
}

/**
 * Workers that are kept running. One that ends is started again, at once or after a pause, which grows while it does not
 * start; all are given up only if none does, so never for what they are asked while they serve.
 */
export class Crew {
  readonly #options: CrewOptions;
  readonly #places: readonly Place[];
  /** Also those that do not serve yet, or not any more. */
  readonly #living = new Set<StartedWorker>();
  readonly #stopping = new AbortController();
  #renewing: Promise<unknown> = Promise.resolve();

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#places = Array.from({ length: options.count }, () => ({
      worker: undefined,
      failures: 0,
      hasEndedSoon: false,
      turn: Promise.resolve(),
    }));
    // However this process ends, it leaves none behind.
    process.on('exit', () => {
      for (const worker of this.#living) worker.kill();
    });
  }

  /**
   * Starts the first worker, then the others; one of those that ends meanwhile is started again as later ones are. Rejects, with
   * nothing left running, if the first does not start.
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#places;
    if (!first) return;
    try {
      this.#options.onFirst(await this.#fill(first));
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#keepFilled(first);
    const tried = others.map(async (place) => {
      await this.#restart(place);
      this.#keepFilled(place);
    });
    await Promise.all(tried);
  }

  /** Those that serve now, by their places; undefined where the next one is being started. */
  get workers(): readonly (StartedWorker | undefined)[] {
    return this.#places.map(({ worker }) => worker);
  }

  /** Replaces the workers one by one; the old ones stay if a new one does not start. */
  renew(): Promise<void> {
    const renewed = this.#renewing.then(() => this.#renewAll());
    this.#renewing = renewed;
    return renewed;
  }

  /** Lets all finish their requests; resolves once they are gone. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#living].map((worker) => worker.stop()));
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #fill(place: Place): Promise<Readiness> {
    this.#stopping.signal.throwIfAborted();
    const worker = this.#options.start();
    this.#living.add(worker);
    void worker.ended.then(() => this.#living.delete(worker));
    void worker.opened.then(() => (place.failures = 0));
    const told = await worker.ready;
    place.worker = worker;
    this.#options.log.info(`Worker ${worker.pid} serves`);
    return told;
  }

  #keepFilled(place: Place): void {
    this.#keep(place).catch((error: unknown) => {
      if (!this.#isStopping) throw error;
    });
  }

  async #keep(place: Place): Promise<void> {
    while (!this.#isStopping) {
      if (place.worker) await this.#watch(place, place.worker);
      else await this.#restart(place);
    }
  }

  async #watch(place: Place, worker: StartedWorker): Promise<void> {
    const since = performance.now();
    const how = await worker.ended;
    // Who was replaced was told to end.
    if (place.worker !== worker || this.#isStopping) return;
    place.worker = undefined;
    place.hasEndedSoon = performance.now() - since < HEALTHY_MS;
    this.#options.log.error(`Worker ${worker.pid} ended by itself (${how}); starting another`);
  }

  async #restart(place: Place): Promise<void> {
    const pauseMs = pauseOf(place, this.#options);
    await delay(pauseMs, undefined, { signal: this.#stopping.signal });
    await inTurn(place, async () => {
      // It may have been renewed meanwhile.
      if (place.worker) return;
      place.failures += 1;
      try {
        await this.#fill(place);
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.log.error(`A worker did not start: ${textOf(error)}`);
        this.#giveUpIfHopeless(textOf(error));
      }
    });
  }

  #giveUpIfHopeless(why: string): void {
    const isHopeless = this.#places.every(
      ({ worker, failures }) => !worker && failures >= STARTS_MAX,
    );
    if (!isHopeless || this.#isStopping) return;
    this.#stopping.abort();
    this.#options.onLost(
      new Error(`No worker starts any more, tried ${STARTS_MAX} times in a row: ${why}`),
    );
  }

  async #renewAll(): Promise<void> {
    const { log } = this.#options;
    log.info('Replacing the workers one by one');
    try {
      for (const place of this.#places) await inTurn(place, () => this.#renewOne(place));
      log.info('All workers are replaced');
    } catch (error) {
      if (this.#isStopping) return;
      log.error(`A new worker did not start, and the old ones stay: ${textOf(error)}`);
    }
  }

  async #renewOne(place: Place): Promise<void> {
    const old = place.worker;
    await this.#fill(place);
    if (!old) return;
    await old.stop();
    this.#options.log.info(`Worker ${old.pid} is replaced`);
  }
}

function inTurn(place: Place, work: () => Promise<void>): Promise<void> {
  const done = place.turn.then(work);
  place.turn = done.catch(() => undefined);
  return done;
}

/** None after a worker that has served for long. */
function pauseOf(
  { failures, hasEndedSoon }: Place,
  { firstPauseMs = FIRST_PAUSE_MS }: CrewOptions,
): number {
  const doublings = failures - (hasEndedSoon ? 0 : 1);
  return doublings < 0 ? 0 : Math.min(firstPauseMs * 2 ** doublings, LONGEST_PAUSE_MS);
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
