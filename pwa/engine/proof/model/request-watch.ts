import type { User } from '@sunloop/shared-types/ground/user.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { takenRoutes } from '@sunloop/shared-types/referrals/on-behalf.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import type { FakeServer } from '../../src/test/fake-server.ts';
import type { SeenRequest } from '../../src/test/fake-step.ts';
import { isOf, type OutboxEntry } from '../../src/data/outbox-kinds.ts';
import type { ModelClock } from './model-clock.ts';
import { rawRows } from './raw-storage.ts';

/** So many requests begin before a step has ended, at most: three tabs, each with its reads and questions. */
const MOST_AT_ONCE = 100;
/** So many more for each row that is sent then: a halved batch, from each tab. */
const MOST_A_ROW = 4;
/** So many more in each minute that passes. */
const MOST_A_MINUTE = 60;
/** So many more while nothing can be stored: each tab asks for its seven lists again, less and less often. */
const MOST_UNSTORED = 60;
/** So often one row is sent. */
const MOST_TRIES = 60;

interface Watched {
  server: FakeServer;
  clock: ModelClock;
  owner: User;
  stranger: User;
  /** There while the device stores nothing. */
  mendStorage: (() => void) | undefined;
}

/** Watches what is asked for: not too much, not too often, and rows in the order they were saved in. */
export class RequestWatch {
  readonly #sent = new Map<string, number>();
  readonly #names = new Map<string, Set<string>>();
  /** Entries of each user that waited when things were last quiet, by key. */
  #waiting = new Map<string, Map<number, readonly string[]>>();
  /** Users' entries of which something was sent; the rest may wait for this device to store what became of it. */
  readonly #begun = new Set<string>();
  /** Rows sent since things were last quiet. */
  readonly #going = new Set<string>();
  #seen = 0;
  #lookedAt = 0;
  #faults: string[] = [];

  /** Called with each request, before it is answered. */
  note(world: Watched, request: SeenRequest): void {
    const rows = rowsOf(request);
    const ids = rows.map(({ id }) => id);
    const overtaken = [world.owner.id, world.stranger.id].flatMap((userId) =>
      this.#overtakenBy(world, userId, ids),
    );
    for (const userId of [world.owner.id, world.stranger.id]) {
      const begun = rawRows(userId, 'outbox').filter(({ rows: all }) =>
        all.some(({ id }) => ids.includes(id)),
      );
      for (const { key } of begun) this.#begun.add(`${userId} ${key}`);
    }
    if (overtaken.length > 0) {
      this.#faults.push(`rule 13: ${overtaken[0]} was overtaken by rows saved after it`);
    }
    for (const { id, name } of rows) {
      this.#going.add(id);
      this.#sent.set(id, (this.#sent.get(id) ?? 0) + 1);
      this.#names.set(id, (this.#names.get(id) ?? new Set()).add(name));
    }
  }

  /** Names under which a row was sent from here. */
  namesOf(id: string): string[] {
    return [...(this.#names.get(id) ?? [])];
  }

  look({ server, clock, owner, stranger, mendStorage }: Watched): string[] {
    const count = server.requests.length - this.#seen;
    const minutes = (clock.passed - this.#lookedAt) / 60_000;
    this.#seen = server.requests.length;
    this.#lookedAt = clock.passed;
    this.#waiting = new Map([owner.id, stranger.id].map((id) => [id, waitingOf(id)]));
    const ofRows = MOST_A_ROW * this.#going.size;
    const unstored = mendStorage ? MOST_UNSTORED : 0;
    const most = MOST_AT_ONCE + MOST_A_MINUTE * minutes + ofRows + unstored;
    this.#going.clear();
    const tooOften = [...this.#sent].filter(([, times]) => times > MOST_TRIES);
    return [
      ...this.#faults.splice(0),
      ...(count > most ? [`rules 8, 13: ${count} requests in ${Math.round(minutes)} minutes`] : []),
      ...tooOften.map(([, times]) => `rules 8, 29: a row was sent ${times} times`),
    ];
  }

  /** Names of rows that were never sent and should have gone before these. */
  #overtakenBy({ clock }: Watched, userId: string, ids: readonly string[]): string[] {
    const waiting = this.#waiting.get(userId) ?? new Map<number, readonly string[]>();
    const isFresh = (id: string) => ids.includes(id) && !this.#sent.has(id);
    const [key] = [...waiting].find(([, rows]) => rows.some(isFresh)) ?? [];
    if (key === undefined) return [];
    const isUnsent = ({ id, name }: PushRow) =>
      typeof name === 'string' && !this.#sent.has(id) && !ids.includes(id);
    const isBegun = (entry: OutboxEntry) => this.#begun.has(`${userId} ${entry.key}`);
    return rawRows(userId, 'outbox')
      .filter((entry) => entry.key < key && !isBegun(entry))
      .filter((entry) => waiting.get(entry.key)?.[0] === entry.rows[0]?.id)
      .filter(({ rows, nextAt = 0 }) => nextAt <= clock.now() && rows.every(isUnsent))
      .flatMap(({ rows }) => rows.map(({ name }) => name));
  }
}

function waitingOf(userId: string): Map<number, readonly string[]> {
  const entries = rawRows(userId, 'outbox').filter((entry) => isOf(entry, 'own', 'onBehalf'));
  return new Map(entries.map(({ key, rows }) => [key, rows.map(({ id }) => id)]));
}

/** The referrals a request sends, in a batch or alone. */
function rowsOf({ path, body }: SeenRequest): PushRow[] {
  if (path === customerRoutes.pushReferrals.path)
    return (body as { referrals: PushRow[] }).referrals;
  if (path === takenRoutes.pushTaken.path && body) return (body as { rows: PushRow[] }).rows;
  return path === customerRoutes.addReferral.path && body ? [body as PushRow] : [];
}
