import { statfs } from 'node:fs/promises';
import type { SqlEntityManager } from '@mikro-orm/postgresql';

const BYTES_PER_MB = 1_000_000;
/** How long an answer about the disk is reused; milliseconds. */
const LOOK_EVERY_MS = 1000;
/** A copy's tables, indexes and log together, as a share of the database. */
const COPY_SHARE = 2.5;

/** Free space on the disk that contains a folder, for writers other than root; whole MB. */
export async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / BYTES_PER_MB);
}

/**
 * Keeps the last `reserveMb` of a disk free: PostgreSQL can go on reading with that, and would crash without
 * any. Tells the operator when the disk becomes full and when there is room again.
 */
export class DiskGuard {
  readonly #folder: string;
  readonly #reserveMb: number;
  readonly #report: (line: string) => void;
  #lookedAt = -Infinity;
  #hasRoom = true;

  constructor(folder: string, reserveMb: number, report: (line: string) => void) {
    this.#folder = folder;
    this.#reserveMb = reserveMb;
    this.#report = report;
  }

  /** Whether there is room for a write. */
  async hasRoom(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return this.#hasRoom;
    this.#lookedAt = now;
    const left = await freeMb(this.#folder);
    const had = this.#hasRoom;
    this.#hasRoom = left >= this.#reserveMb;
    if (had !== this.#hasRoom) this.#report(this.#describe(left));
    return this.#hasRoom;
  }

  /** Throws, in words, if a second copy of the database might fill the disk. */
  async requireRoomForCopy(em: SqlEntityManager): Promise<void> {
    const [database] = await em.execute<{ bytes: string }[]>(
      'select pg_database_size(current_database())::text as bytes',
    );
    const neededMb = Math.ceil((Number(database?.bytes) * COPY_SHARE) / BYTES_PER_MB);
    const left = (await freeMb(this.#folder)) - this.#reserveMb;
    if (left >= neededMb) return;
    throw new Error(
      `the disk of ${this.#folder} has no room to restore into: ${left} MB are free, ${neededMb} needed`,
    );
  }

  #describe(left: number): string {
    if (this.#hasRoom)
      return `There is room again on the disk of ${this.#folder}: writes are accepted`;
    return (
      `The disk of ${this.#folder} is full: ${left} MB left, of which ${this.#reserveMb} are kept for reading ` +
      '(DISK_RESERVE_MB). Reads are answered, writes are 503 until there is room.'
    );
  }
}
