import {
  type AdminReferral,
  type AdminReferralDelta,
  adminReferralRoutes,
  PAGE_MAX_ROWS,
} from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import { applyAdminChange } from '../../data/admin-blocks.ts';
import { type Begun, keepAdminPart } from '../../data/admin-parts.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Rows in a part; losing one costs a second or two on a bad connection. */
const PART_ROWS = 5000;

/** The text before the rows of a whole answer. */
const Opening = v.object({ cursor: v.string(), full: v.literal(true) });

/** Keeps the rows of a first whole list as they come. */
export class ListKeeper {
  readonly #db: UserDb;
  #begun: Begun | undefined;
  #waiting: AdminReferral[] = [];
  #last: AdminReferral | undefined;
  #keeping: Promise<void> = Promise.resolve();

  /** Resumes `begun`, or else waits for an opening. */
  constructor(db: UserDb, begun?: Begun) {
    this.#db = db;
    this.#begun = begun;
  }

  /** The JSON of an answer up to its rows; only a whole one that names its cursor there can be resumed. */
  open(opening: unknown): void {
    const parsed = v.safeParse(Opening, opening);
    const begun = parsed.success && { run: uuidv7(), cursor: parsed.output.cursor, parts: 0 };
    this.#begun = begun || undefined;
    this.#waiting = [];
    this.#last = undefined;
  }

  add(rows: readonly AdminReferral[]): void {
    if (!this.#begun) return;
    for (const row of rows) {
      // A list that is not newest first cannot be resumed from its last row.
      if (this.#last && !isBefore(this.#last, row)) return this.#stop();
      this.#last = row;
      this.#waiting.push(row);
    }
    if (this.#waiting.length >= PART_ROWS) this.#keep();
  }

  /** Resolves when everything handed over so far is kept. */
  async settle(): Promise<void> {
    await this.#keeping;
  }

  #keep(): void {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#keeping = this.#keeping.then(async () => {
      const begun = this.#begun;
      if (!begun) return;
      const kept = await withReopen(this.#db, () => keepAdminPart(this.#db, begun, rows));
      // Meanwhile another answer may have opened.
      if (this.#begun === begun) this.#begun = kept;
    });
    // Reported by `settle`; until then nobody listens for it.
    this.#keeping.catch(() => undefined);
  }

  #stop(): void {
    this.#begun = undefined;
    this.#waiting = [];
  }
}

/** By the order of the server's lists: newest first by `createdAt`, then `id`. */
function isBefore(one: AdminReferral, other: AdminReferral): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.id.toLowerCase() > other.id.toLowerCase();
}

interface Resumed {
  begun: Begun;
  rows: AdminReferral[];
  onCount: (count: number) => void;
}

/**
 * Fetches the rows after those of a fetch that broke off, page by page. They are newer than the others, so what changed
 * since the fetch's cursor must be fetched and applied to all of them.
 */
export async function fetchRest(
  db: UserDb,
  { begun, rows, onCount }: Resumed,
): Promise<AdminReferral[]> {
  const keeper = new ListKeeper(db, begun);
  try {
    for (;;) {
      const page = await fetchPage(db, rows);
      keeper.add(page);
      rows.push(...page);
      onCount(rows.length);
      if (page.length < PAGE_MAX_ROWS) return rows;
    }
  } finally {
    await keeper.settle();
  }
}

/** Starts after the last row that still exists, because nothing can resume from a deleted one. */
async function fetchPage(db: UserDb, rows: AdminReferral[]): Promise<AdminReferral[]> {
  for (;;) {
    const after = rows.at(-1)?.id;
    const query = { limit: String(PAGE_MAX_ROWS), ...(after && { after }) };
    try {
      return (await call(adminReferralRoutes.adminReferrals, { query, expectedUser: db.userId }))
        .data;
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 400 && rows.length > 0;
      if (!isGone) throw error;
      rows.pop();
    }
  }
}

/** The whole list: the collected parts, updated with what changed since their cursor. */
export function completed(rows: readonly AdminReferral[], delta: AdminReferralDelta) {
  if (delta.full) return delta;
  const found = new Map(rows.map((row) => [row.id, row]));
  applyAdminChange(found, { rows: delta.upserts, deletedIds: delta.deletes });
  return { ...delta, full: true, upserts: [...found.values()], deletes: [] };
}
