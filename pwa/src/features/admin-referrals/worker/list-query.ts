import type { ColumnId } from '../desk-columns.ts';
import { type DeskCounts, type DeskRow, type DeskView, MARKS } from '../desk-view.ts';
import {
  DELETED_BIT,
  type ListColumns,
  listColumns,
  MARK_BITS,
  namedCounts,
} from './list-columns.ts';
import { type Order, orderBy, orderByDate } from './list-order.ts';
import { isIn, isNarrower, type Needle, needleOf } from './needle.ts';
import type { ReferralTable } from '../referral-table.ts';

/** What a view shows: places in its order, to be read before the next view is requested. */
export interface Found {
  places: Uint32Array;
  counts: DeskCounts;
}

/**
 * Answers views of a table. Results are kept until the table changes: orders by column, the rows of the last search,
 * and the last view, whose other windows then cost nothing.
 */
export class ListQuery {
  readonly #table: ReferralTable;
  readonly #orders = new Map<string, Order>();
  #rowsVersion = -1;
  #columns: { key: string; columns: ListColumns } | undefined;
  #search: { q: string; needle: Needle } | undefined;
  // Reused for each view, because new ones would take two megabytes per letter typed, which are freed late.
  #places = new Uint32Array(0);
  #matches = new Uint8Array(0);
  #last: { key: string; found: Found } | undefined;

  constructor(table: ReferralTable) {
    this.#table = table;
  }

  find(view: DeskView): Found {
    const columns = this.#columnsNow();
    const key = JSON.stringify(view);
    if (this.#last?.key !== key) this.#last = { key, found: this.#look(view, columns) };
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

  #look(view: DeskView, columns: ListColumns): Found {
    const { codes, marks } = columns;
    const order = this.#orderOf(view.column);
    const isLetThrough = this.#filterOf(view, columns);
    const isWanted = statusFilter(view.status, columns);
    const byCode = new Uint32Array(columns.statuses.length);
    const byMark = new Uint32Array(DELETED_BIT);
    if (this.#places.length < order.length) this.#places = new Uint32Array(order.length);
    const places = this.#places;
    let size = 0;
    for (let at = 0; at < order.length; at += 1) {
      const place = order[view.isDescending ? order.length - 1 - at : at] ?? 0;
      if (!isLetThrough(place)) continue;
      const [code, mark] = [codes[place] ?? 0, marks[place] ?? 0];
      byCode[code] = (byCode[code] ?? 0) + 1;
      byMark[mark] = (byMark[mark] ?? 0) + 1;
      if (isWanted(code, mark)) places[size++] = place;
    }
    return { places: places.subarray(0, size), counts: namedCounts(columns, byCode, byMark) };
  }

  /** The filter of a view, except its status. */
  #filterOf(view: DeskView, columns: ListColumns): (place: number) => boolean {
    const { users, times, marks } = columns;
    const matches = this.#matchesOf(view.q, columns);
    const user = view.referrer === '' ? undefined : (columns.userIds.get(view.referrer) ?? -1);
    const { start, end } = timesOf(view);
    return (place) => {
      if (matches?.[place] === 0 || (user !== undefined && users[place] !== user)) return false;
      const time = times[place] ?? 0;
      return time >= start && time < end && (marks[place] ?? 0) < DELETED_BIT;
    };
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
  #matchesOf(q: string, columns: ListColumns): Uint8Array | undefined {
    const needle = needleOf(q);
    if (needle.text === '') return undefined;
    const before = this.#search;
    if (before?.q === q) return this.#matches;
    const isAmong = before !== undefined && isNarrower(needle, before.needle);
    if (this.#matches.length !== this.#table.rows.length) {
      this.#matches = new Uint8Array(this.#table.rows.length);
    }
    searchTable(this.#table, columns, { needle, isAmong, matches: this.#matches });
    this.#search = { q, needle };
    return this.#matches;
  }

  /** The columns, rebuilt if the rows have changed. */
  #columnsNow(): ListColumns {
    const { rowsVersion, waitingVersion, marksVersion } = this.#table;
    const key = `${rowsVersion} ${waitingVersion} ${marksVersion}`;
    if (this.#rowsVersion !== rowsVersion) {
      this.#orders.clear();
      this.#search = undefined;
    }
    this.#rowsVersion = rowsVersion;
    if (this.#columns?.key === key) return this.#columns.columns;
    const columns = listColumns(this.#table);
    this.#columns = { key, columns };
    this.#last = undefined;
    return columns;
  }
}

/** The key of a kept order; only the one by status depends on what waits. */
function keyOf(column: ColumnId, { waitingVersion }: ReferralTable): string {
  return column === 'status' ? `status ${waitingVersion}` : column;
}

interface Search {
  needle: Needle;
  /** By place; with `isAmong`, only rows that already match are checked. */
  matches: Uint8Array;
  isAmong: boolean;
}

function searchTable(
  { hays, referrers }: ReferralTable,
  { users, userIds }: ListColumns,
  { needle, isAmong, matches }: Search,
): void {
  const theirs = new Uint8Array(userIds.size);
  for (const { id, hay } of referrers.values()) {
    const user = userIds.get(id);
    if (user !== undefined && isIn(hay, needle)) theirs[user] = 1;
  }
  for (let place = 0; place < hays.length; place += 1) {
    if (isAmong && matches[place] === 0) continue;
    const isMatch = theirs[users[place] ?? 0] === 1 || isIn(hays[place] ?? '', needle);
    matches[place] = isMatch ? 1 : 0;
  }
}

/** Days of this device, both included. */
function timesOf({ from, to }: DeskView): { start: number; end: number } {
  return {
    start: from === '' ? Number.NEGATIVE_INFINITY : midnightOf(from, 0),
    end: to === '' ? Number.POSITIVE_INFINITY : midnightOf(to, 1),
  };
}

/** By the calendar: a day on which clocks change has 23 or 25 hours. */
function midnightOf(day: string, daysLater: number): number {
  const midnight = new Date(`${day}T00:00:00`);
  return midnight.setDate(midnight.getDate() + daysLater);
}

type Filter = (code: number, marks: number) => boolean;

function statusFilter(wanted: string, { statuses }: ListColumns): Filter {
  if (wanted === '') return () => true;
  const mark = MARKS.find((one) => one === wanted);
  if (mark) return (_, marks) => (marks & MARK_BITS[mark]) !== 0;
  const code = statuses.indexOf(wanted);
  return (one) => one === code;
}
