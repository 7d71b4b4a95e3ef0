import { type AdminReferral, comparablePhone, digitsOf } from '@sunloop/shared-types';
import type { AdminChange } from '../../data/admin-blocks.ts';
import { isLate } from './desk-view.ts';
import { foldText } from './fold-text.ts';

/** An admin's changes that wait to be sent, by referral. */
export type WaitingActs = ReadonlyMap<string, { status?: string; isDeleted?: true }>;

export interface Referrer {
  id: string;
  name: string;
  email: string;
  /** The text a search looks through. */
  hay: string;
}

/** Everybody's referrals in the worker's memory, the only place that holds all at once. */
export class ReferralTable {
  readonly rows: AdminReferral[] = [];
  /** Texts a search looks through, by place; referrers have their own. */
  readonly hays: string[] = [];
  readonly lates: boolean[] = [];
  readonly referrers = new Map<string, Referrer>();
  /** Places whose email or phone another referrer has, too; empty until they were looked for. */
  duplicates = new Uint8Array(0);
  /** Count up with each change, so that results can be kept until then. */
  rowsVersion = 0;
  waitingVersion = 0;
  marksVersion = 0;
  waiting: WaitingActs = new Map();
  readonly #places = new Map<string, number>();
  readonly #texts = new Map<string, string>();

  put(rows: readonly AdminReferral[]): void {
    for (const row of rows) {
      const place = this.#places.get(row.id) ?? this.rows.length;
      this.#places.set(row.id, place);
      this.rows[place] = this.#shareTexts(row);
      this.hays[place] = searchTextOf(row);
      this.lates[place] = isLate(row);
    }
    this.rowsVersion += 1;
  }

  apply({ rows, deletedIds }: AdminChange): void {
    this.put(rows);
    for (const id of deletedIds) this.#remove(id);
  }

  /** Removes everything that is not among these. */
  keepOnly(ids: ReadonlySet<string>): void {
    const gone = this.rows.filter(({ id }) => !ids.has(id));
    for (const { id } of gone) this.#remove(id);
    this.rowsVersion += 1;
  }

  setWaiting(waiting: WaitingActs): void {
    this.waiting = waiting;
    this.waitingVersion += 1;
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** The status the list shows, which includes a waiting change. */
  statusAt(row: AdminReferral): string {
    if (this.waiting.size === 0) return row.status;
    return this.waiting.get(row.id)?.status ?? row.status;
  }

  /** Marks people referred by more than one referrer; takes a moment, so it is a step of its own. */
  findDuplicates(): void {
    const marks = new Uint8Array(this.rows.length);
    markTwins(this.rows, ({ email }) => email.toLowerCase(), marks);
    markTwins(this.rows, ({ phone }) => comparablePhone(phone), marks);
    this.duplicates = marks;
    this.marksVersion += 1;
  }

  /** Rows of other referrers with the same email or phone. */
  possibleDuplicatesOf(row: AdminReferral): AdminReferral[] {
    const [email, phone] = [row.email.toLowerCase(), comparablePhone(row.phone)];
    return this.rows.filter(
      (other) =>
        other.userId !== row.userId &&
        (other.email.toLowerCase() === email ||
          (phone !== '' && comparablePhone(other.phone) === phone)),
    );
  }

  #remove(id: string): void {
    const place = this.#places.get(id);
    const last = this.rows.at(-1);
    if (place === undefined || !last) return;
    const hay = this.hays.pop() ?? '';
    const isLastLate = this.lates.pop() === true;
    this.rows.pop();
    this.#places.delete(id);
    if (last.id === id) return;
    this.rows[place] = last;
    this.hays[place] = hay;
    this.lates[place] = isLastLate;
    this.#places.set(last.id, place);
    // Marks depend on places and will soon be found again; until then, none is better than a wrong one.
    this.duplicates = new Uint8Array(0);
  }

  /** Sharing texts that repeat in many rows saves a third of the memory. */
  #shareTexts(row: AdminReferral): AdminReferral {
    row.status = this.#shared(row.status);
    row.reward = this.#shared(row.reward);
    const known = this.referrers.get(row.userId);
    const { referrerName: name, referrerEmail: email } = row;
    if (known?.name === name && known.email === email) {
      row.userId = known.id;
      row.referrerName = known.name;
      row.referrerEmail = known.email;
      return row;
    }
    const id = row.userId;
    this.referrers.set(id, { id, name, email, hay: foldText(`${name}\n${email}`) });
    return row;
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }
}

function searchTextOf({ name, email, phone }: AdminReferral): string {
  return foldText(`${name}\n${email}\n${digitsOf(phone ?? '')}`);
}

function markTwins(
  rows: readonly AdminReferral[],
  keyOf: (row: AdminReferral) => string,
  marks: Uint8Array,
): void {
  const first = new Map<string, number>();
  // Keys that another referrer has, too, for later rows.
  const shared = new Set<string>();
  rows.forEach((row, place) => {
    const key = keyOf(row);
    if (key === '') return;
    const before = first.get(key);
    if (before === undefined) first.set(key, place);
    else if (rows[before]?.userId !== row.userId) shared.add(key);
  });
  if (shared.size === 0) return;
  rows.forEach((row, place) => {
    if (shared.has(keyOf(row))) marks[place] = 1;
  });
}
