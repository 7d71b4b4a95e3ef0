import type { ReferralField } from '@sunloop/shared-types/referrals/referral.ts';
import type { Column } from './column.ts';
import type { Table } from './table.ts';

export type ColumnKey = ReferralField | 'lastName' | 'permission' | 'refusal';

/**
 * Where a field stands in a row: columns counted from 0, those joined to one text by '+', those used if the ones before
 * are empty behind '|'. As one text it is the id of an option, too.
 */
export type Source = string;

/** Which column of a file holds what. `lastName` is appended to `name`. */
export type Columns = Record<ColumnKey, Source>;

export const NO_COLUMN: Source = '-1';

/** SPEC §5: name and email come first; phone and address follow. */
export const DEFAULT_COLUMNS: Columns = {
  name: '0',
  lastName: NO_COLUMN,
  email: '1',
  phone: '2',
  address: '3',
  permission: NO_COLUMN,
  refusal: NO_COLUMN,
};

/** The columns of a source, if there are any: alternatives, each of them columns that belong together. */
export function placesIn(source: Source): number[][] {
  if (source === NO_COLUMN) return [];
  return source.split('|').map((joined) => joined.split('+').map(Number));
}

export function sourceOf(places: readonly (readonly number[])[]): Source {
  return places.map((joined) => joined.join('+')).join('|') || NO_COLUMN;
}

/** Where a field was found, as `Source` writes it; if it is unsure, the person is asked. */
export interface Told {
  places: number[][];
  isUnsure?: boolean;
}

/** What is known when a field is looked for. */
export interface Known {
  table: Table;
  /** The columns that are not told yet. */
  free: readonly Column[];
  /** The column of the emails; -1 without one. */
  emailAt: number;
}
