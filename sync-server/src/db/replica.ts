import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Asker } from './asker.ts';
import type { Replica, ReplicaFigures } from './query/replica.ts';
import type { WrittenLog } from './written-log.ts';

export interface ReplicaBounds {
  /** How far behind the primary a replica may be; milliseconds, 0 for any distance. */
  readonly lagMs: number;
  /** How long one that failed is left out before it is tried again; milliseconds. */
  readonly leftOutMs: number;
}

interface ReplicaParts {
  /** Host and port. */
  readonly name: string;
  readonly em: SqlEntityManager;
  readonly asker: Asker;
  /** Called with what the operator must know. */
  readonly report: (line: string) => void;
  readonly bounds: ReplicaBounds;
}

interface State {
  readonly isStandby: boolean;
  readonly position: number | null;
  readonly ageMs: number | null;
}

const STATE = `select pg_is_in_recovery() as "isStandby",
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position,
  (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "ageMs"`;
const MS_A_SECOND = 1000;

/**
 * One replica, which answers reads while its checks succeed. One that fails a check (no answer in time, promoted, too far
 * behind) is left out for a while, and the reads that wait for it are given up; both ends of that are told once.
 */
export class WatchedReplica implements Replica {
  readonly #parts: ReplicaParts;
  readonly #waiting = new Set<(why: Error) => void>();
  #isInUse = false;
  /** Whether the operator was told that it is left out. */
  #isMissed = false;
  #tryAgainAt = 0;
  #lagMs: number | undefined;
  #failedReads = 0;
  #checking: Promise<void> | undefined;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  get isInUse(): boolean {
    return this.#isInUse;
  }

  get figures(): ReplicaFigures {
    const lagSeconds = this.#lagMs === undefined ? undefined : this.#lagMs / MS_A_SECOND;
    const { name } = this.#parts;
    return { name, isInUse: this.#isInUse, lagSeconds, failedReads: this.#failedReads };
  }

  async read<T>(work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    const { promise: leftOut, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    try {
      return await Promise.race([work(this.#parts.em.fork()), leftOut]);
    } catch (error) {
      this.#failedReads += 1;
      // Whether it was the replica's fault, a check says: the statement or its caller may have ended it.
      if (this.#isInUse) void this.check();
      throw error;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** Asks it how it is, unless it is left out. Never throws; calls made meanwhile share the check. */
  check(written?: WrittenLog): Promise<void> {
    if (performance.now() < this.#tryAgainAt) return Promise.resolve();
    this.#checking ??= this.#check(written).finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #check(written: WrittenLog | undefined): Promise<void> {
    const { asker } = this.#parts;
    const fault = await asker.ask<State>(STATE).then(
      ([state]) => this.#findFault(state, written),
      (error: unknown) => `it gave no answer within a second (${String(error)})`,
    );
    if (fault === undefined) this.#takeIn();
    else this.#leaveOut(fault);
  }

  #findFault(state: State | undefined, written: WrittenLog | undefined): string | undefined {
    if (!state?.isStandby) return 'it is no standby: it was promoted, or never was one';
    // Without the primary's position nobody knows how far behind it is.
    const lagMs = written?.lagOf(state.position ?? 0, state.ageMs ?? Infinity);
    if (lagMs === undefined) return undefined;
    this.#lagMs = lagMs;
    const { lagMs: max } = this.#parts.bounds;
    if (max === 0 || lagMs <= max) return undefined;
    return `it is ${Math.round(lagMs / MS_A_SECOND)} s behind, more than DATABASE_READ_LAG_MS=${max}`;
  }

  #takeIn(): void {
    this.#isInUse = true;
    if (this.#isMissed) this.#parts.report(`The read replica ${this.#parts.name} answers again`);
    this.#isMissed = false;
  }

  #leaveOut(fault: string): void {
    const { name, report, bounds } = this.#parts;
    this.#tryAgainAt = performance.now() + bounds.leftOutMs;
    this.#isInUse = false;
    for (const giveUp of this.#waiting) giveUp(new Error(`the replica ${name} is left out`));
    if (!this.#isMissed)
      report(
        `The read replica ${name} is left out: ${fault}. Others or the primary answer; it is tried again every ` +
          `${Math.round(bounds.leftOutMs / MS_A_SECOND)} s`,
      );
    this.#isMissed = true;
  }
}
