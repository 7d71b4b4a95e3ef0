import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import type { DeskRow } from './desk-row.ts';
import type { ListPage } from './list-pages.ts';

/** A list of referrals as far as it was read; it grows while it is scrolled. */
export interface ReferralList {
  /** Why there is nothing to show. */
  missing: 'loading' | 'offline' | 'error' | undefined;
  /** What is shown still belongs to the previous question. */
  isBehind: boolean;
  /** Rows so far. */
  length: number;
  /** What comes after the last row: nothing, further rows in a moment, or why they do not come. */
  rest: 'none' | 'loading' | 'offline' | 'error';
  /** Undefined while its page is read. */
  rowAt: (index: number) => DeskRow | undefined;
  /** -1 for one that is not among the rows in memory. */
  placeOf: (id: string) => number;
  /** Says which rows are on the screen. */
  request: (from: number, to: number) => void;
  /** Asks again for what could not be read. */
  retry: () => void;
}

/** Rows by their place in a list whose pages are partly in memory. */
export interface Rows {
  length: number;
  isWhole: boolean;
  rowAt: (index: number) => DeskRow | undefined;
  placeOf: (id: string) => number;
  /** The index of the page that holds a row. */
  pageAt: (index: number) => number;
}

/** Lays the pages end to end; `rowsOf` gives the rows a page shows, which may be fewer than it has. */
export function rowsOfPages(
  pages: readonly ListPage[],
  rowsOf: (page: ListPage) => readonly DeskRow[] | undefined,
): Rows {
  const shown = pages.map(rowsOf);
  let length = 0;
  const starts = pages.map(({ size }, at) => {
    const start = length;
    length += shown[at]?.length ?? size;
    return start;
  });
  const pageAt = (index: number) => {
    const after = starts.findIndex((start) => start > index);
    return (after < 0 ? starts.length : after) - 1;
  };
  const places = new Map(
    shown.flatMap((rows, page) =>
      (rows ?? []).map(({ referral }, at) => [referral.id, (starts[page] ?? 0) + at] as const),
    ),
  );
  return {
    length,
    isWhole: pages.at(-1)?.isLast === true,
    pageAt,
    rowAt: (index) => {
      const page = pageAt(index);
      return shown[page]?.[index - (starts[page] ?? 0)];
    },
    placeOf: (id) => places.get(id) ?? -1,
  };
}

/** The place of a referral in the list, counted from 1, and its neighbors. */
export interface Beside {
  place: number | undefined;
  /** How many there are, if that is known. */
  total: number | undefined;
  previous: string | undefined;
  next: string | undefined;
}

/** Undefined for one that is not on the list; of one that has left it, whoever stands in its place (`stood`) is next. */
export function besideOf(
  list: ReferralList,
  id: string,
  { total, stood }: { total: number | undefined; stood?: number | undefined },
): Beside | undefined {
  const index = list.placeOf(id);
  const idAt = (at: number) => list.rowAt(at)?.referral.id;
  if (index < 0) {
    if (stood === undefined) return undefined;
    return { place: undefined, total, previous: idAt(stood - 1), next: idAt(stood) };
  }
  return {
    place: index + 1,
    total,
    previous: idAt(index - 1),
    next: idAt(index + 1),
  };
}

/** All rows of a list that was read to its end and is still in memory. */
export function wholeRows(list: ReferralList): AdminReferral[] | undefined {
  if (list.rest !== 'none' || list.isBehind) return undefined;
  const rows = Array.from({ length: list.length }, (_, at) => list.rowAt(at)?.referral);
  return rows.some((row) => row === undefined)
    ? undefined
    : rows.filter((row) => row !== undefined);
}
