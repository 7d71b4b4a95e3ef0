import { type AdminReferral, DAY_MS } from '@sunloop/shared-types';
import { type ColumnId, type DeskCounts, type DeskRow, type DeskView, MARKS } from './desk-view.ts';
import { type Order, orderBy, orderByDate } from './list-order.ts';
import { isIn, isNarrower, type Needle, needleOf } from './needle.ts';
import type { ReferralTable } from './referral-table.ts';

/** What a view shows: places in its order. */
export interface Found {
  places: Uint32Array;
  counts: DeskCounts;
}

/**
 * Answers views of a table. What was worked out is kept until the table changes: orders by column, the
 * rows of the last search, and the last view, whose other windows then cost nothing.
 */
export class ListQuery {
  readonly #table: ReferralTable;
  readonly #orders = new Map<string, Order>();
  #rowsVersion = -1;
  #search: { q: string; needle: Needle; matches: Uint8Array } | undefined;
  #last: { key: string; found: Found } | undefined;

  constructor(table: ReferralTable) {
    this.#table = table;
  }

  find(view: DeskView): Found {
    this.#forgetOld();
    const { waitingVersion, marksVersion } = this.#table;
    const key = `${waitingVersion} ${marksVersion} ${JSON.stringify(view)}`;
    if (this.#last?.key !== key) this.#last = { key, found: this.#look(view) };
    return this.#last.found;
  }

  rowAt(place: number | undefined): DeskRow | undefined {
    const { rows, waiting, duplicates, lates } = this.#table;
    const row = place === undefined ? undefined : rows[place];
    if (!row || place === undefined) return undefined;
    const status = this.#table.statusAt(row);
    return {
      referral: status === row.status ? row : { ...row, status },
      isWaiting: waiting.has(row.id),
      isDuplicate: duplicates[place] === 1,
      isLate: lates[place] === true,
    };
  }

  #look(view: DeskView): Found {
    const { rows } = this.#table;
    const order = this.#orderOf(view.column);
    const isLetThrough = this.#filterOf(view);
    const isWanted = statusFilter(view.status);
    const counts: Record<string, number> = { all: 0, duplicate: 0, late: 0, waiting: 0 };
    const places = new Uint32Array(order.length);
    let size = 0;
    for (let at = 0; at < order.length; at += 1) {
      const place = order[view.isDescending ? order.length - 1 - at : at] ?? 0;
      const row = rows[place];
      if (!row || !isLetThrough(row, place)) continue;
      const status = this.#table.statusAt(row);
      const marks = this.#marksOf(row, place);
      countIn(counts, status, marks);
      if (isWanted(status, marks)) places[size++] = place;
    }
    return { places: places.slice(0, size), counts };
  }

  /** Everything of a view but its status. */
  #filterOf(view: DeskView): (row: AdminReferral, place: number) => boolean {
    const { waiting } = this.#table;
    const { referrer } = view;
    const matches = this.#matchesOf(view.q);
    const isInTime = timeFilter(view);
    return (row, place) =>
      matches?.[place] !== 0 &&
      (referrer === '' || row.userId === referrer) &&
      isInTime(row.date) &&
      (waiting.size === 0 || waiting.get(row.id)?.isDeleted !== true);
  }

  #marksOf(row: AdminReferral, place: number): number {
    const { duplicates, lates, waiting } = this.#table;
    return (
      (duplicates[place] === 1 ? MARK_BITS.duplicate : 0) |
      (lates[place] ? MARK_BITS.late : 0) |
      (waiting.size > 0 && waiting.has(row.id) ? MARK_BITS.waiting : 0)
    );
  }

  #orderOf(column: ColumnId): Order {
    const known = this.#orders.get(keyOf(column, this.#table));
    if (known) return known;
    const byDate = this.#orders.get('date') ?? orderByDate(this.#table);
    this.#orders.set('date', byDate);
    const order = orderBy(this.#table, column, byDate);
    this.#orders.set(keyOf(column, this.#table), order);
    return order;
  }

  /** Undefined lets everything through. */
  #matchesOf(q: string): Uint8Array | undefined {
    const needle = needleOf(q);
    if (needle.text === '') return undefined;
    if (this.#search?.q === q) return this.#search.matches;
    const before = this.#search;
    const among = before && isNarrower(needle, before.needle) ? before.matches : undefined;
    const matches = searchTable(this.#table, needle, among);
    this.#search = { q, needle, matches };
    return matches;
  }

  #forgetOld(): void {
    if (this.#rowsVersion === this.#table.rowsVersion) return;
    this.#rowsVersion = this.#table.rowsVersion;
    this.#orders.clear();
    this.#search = undefined;
    this.#last = undefined;
  }
}

/** Only the order by status changes with what waits. */
function keyOf(column: ColumnId, { waitingVersion }: ReferralTable): string {
  return column === 'status' ? `status ${waitingVersion}` : column;
}

function searchTable(
  { rows, hays, referrers }: ReferralTable,
  needle: Needle,
  among: Uint8Array | undefined,
): Uint8Array {
  const theirs = new Set<string>();
  for (const { id, hay } of referrers.values()) if (isIn(hay, needle)) theirs.add(id);
  const matches = new Uint8Array(rows.length);
  for (let place = 0; place < hays.length; place += 1) {
    if (among?.[place] === 0) continue;
    const isMatch = isIn(hays[place] ?? '', needle) || theirs.has(rows[place]?.userId ?? '');
    if (isMatch) matches[place] = 1;
  }
  return matches;
}

/** Days of this device, both included; texts of times compare like times. */
function timeFilter({ from, to }: DeskView): (date: string) => boolean {
  if (from === '' && to === '') return () => true;
  const start = from === '' ? '' : momentOf(from, 0);
  const end = to === '' ? '\uffff' : momentOf(to, DAY_MS);
  return (date) => date >= start && date < end;
}

/** Midnight here, so many milliseconds later. */
function momentOf(day: string, laterMs: number): string {
  const midnight = new Date(`${day}T00:00:00`);
  // By the calendar: a day of a changed clock has 23 or 25 hours.
  midnight.setDate(midnight.getDate() + laterMs / DAY_MS);
  return midnight.toISOString();
}

/** Marks of a row as bits: with objects, looking at 200,000 rows would take twice as long. */
const MARK_BITS = { duplicate: 1, late: 2, waiting: 4 } as const;

function statusFilter(wanted: string): (status: string, marks: number) => boolean {
  if (wanted === '') return () => true;
  const mark = MARKS.find((one) => one === wanted);
  if (mark) return (_, marks) => (marks & MARK_BITS[mark]) !== 0;
  return (status) => status === wanted;
}

function countIn(counts: Record<string, number>, status: string, marks: number): void {
  counts['all'] = (counts['all'] ?? 0) + 1;
  counts[status] = (counts[status] ?? 0) + 1;
  if (marks === 0) return;
  for (const mark of MARKS) {
    if ((marks & MARK_BITS[mark]) !== 0) counts[mark] = (counts[mark] ?? 0) + 1;
  }
}
