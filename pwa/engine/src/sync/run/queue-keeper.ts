import { liveQuery, type Subscription } from 'dexie';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import { reportFailure } from '../../data/storage/report-failure.ts';
import type { UserDb } from '../../data/user-db.ts';
import { backoffMs } from '../ground/backoff.ts';
import { registerBackgroundSync } from '../ground/background-sync.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { singleFlight } from '../ground/single-flight.ts';
import { wakeTimer } from '../ground/wake-timer.ts';
import { pruneLog } from '../outbox/log-lines.ts';
import { refreshStale } from '../read/refresh.ts';
import { type NextWake, readNextWake } from '../send/next-wake.ts';
import { syncNow, syncOnce } from '../send/sync-once.ts';
import { settleSignOut } from '../session/session.ts';
import { forgetOthersOnce } from './forget-others-once.ts';

/** What keeps one user's queue moving while their page lives: a timer, and a live query that sets it. */
export class QueueKeeper {
  readonly #db: UserDb;
  readonly #deps: SyncDeps;
  readonly #timer: ReturnType<typeof wakeTimer>;
  readonly #refreshAll: () => void;
  #wakes: Subscription | undefined;
  /** Tries in a row to report an owed sign-out. */
  #unsettled = 0;
  #couldRead = true;
  #isStopped = false;

  constructor(db: UserDb, deps: SyncDeps) {
    this.#db = db;
    this.#deps = deps;
    const sendDue = this.guard(singleFlight(() => this.#sendDue()));
    this.#timer = wakeTimer(() => deps.now(), sendDue);
    this.#refreshAll = this.guard(singleFlight(() => refreshStale(db, deps)));
    this.#wakes = this.#watch();
  }

  /** If the local database fails, rows stay queued, and the timer looks again: less often for each kind of work that fails. */
  guard(work: () => Promise<unknown>): () => void {
    let failures = 0;
    const run = async () => {
      try {
        await work();
        failures = 0;
      } catch (error) {
        this.#lookAgain((failures += 1), error);
      }
    };
    return () => void run();
  }

  /** The page is there, or its network is back. */
  async begin(isBack: boolean): Promise<void> {
    await syncNow(this.#db, this.#deps, { isBack });
    this.#refreshAll();
    await pruneLog(this.#db, this.#deps.now()).catch(noteStorageTrouble);
    await forgetOthersOnce();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wakes?.unsubscribe();
    this.#timer.stop();
  }

  async #sendDue(): Promise<void> {
    if (!(await settleSignOut())) {
      // Nothing goes before an owed sign-out, whatever this queue says that is due.
      this.#unsettled += 1;
      return this.#pause(this.#unsettled);
    }
    this.#unsettled = 0;
    await syncOnce(this.#db, this.#deps);
    const wake = await readNextWake(this.#db, this.#deps.now());
    if (wake.sendAt !== null) registerBackgroundSync();
    // Even if nothing changed, because a live query reports only changes.
    this.#follow(wake);
    if (!this.#isStopped) this.#wakes ??= this.#watch();
  }

  #watch(): Subscription {
    return liveQuery(() => readNextWake(this.#db)).subscribe(
      (wake) => this.#follow(wake),
      (error: unknown) => {
        // A query whose first run fails hears of no change, so there is another one once the timer's check went well.
        this.#wakes?.unsubscribe();
        this.#wakes = undefined;
        this.#lookAgain(1, error);
      },
    );
  }

  #follow({ sendAt, mayRead, wantsRefresh }: NextWake): void {
    this.#timer.set(sendAt);
    // What a page could not fetch meanwhile has no other trigger.
    const isBack = mayRead && !this.#couldRead;
    this.#couldRead = mayRead;
    if (wantsRefresh || isBack) this.#refreshAll();
  }

  #lookAgain(failures: number, error: unknown): void {
    this.#pause(failures);
    reportFailure(this.#db, 'Sync failed on this device', error);
  }

  #pause(failures: number): void {
    this.#timer.set(this.#deps.now() + backoffMs(failures, this.#deps.random()));
  }
}
