import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { isAddressLike, isNameLike } from '../cells/looks.ts';
import { kindOf } from '../headings/kinds.ts';
import { type Column, firstFilled, looks } from './column.ts';
import { inOrder, isPart, placeRank, placesOf } from './places.ts';
import type { Known, Told } from './source.ts';

/** The addresses of a row, the roof's first, each with its parts in their order. */
export function tellAddress(known: Known): Told {
  const { headings, rows } = known.table;
  if (!headings) return tellUnnamed(known);
  const { places, isUnsure } = placesOf(known.free.filter(isPart));
  const ranked = places
    .filter(({ parts }) => parts.some(isPlace))
    .map((place) => ({ rank: placeRank(place), at: withOverflow(inOrder(place), known) }))
    .toSorted((one, other) => one.rank - other.rank);
  const best = ranked.filter(({ rank }) => rank === ranked[0]?.rank).map(({ at }) => at);
  if (isUnsure || differ(rows, best)) return { places: [], isUnsure: true };
  return { places: ranked.map(({ at }) => at) };
}

/** A country or a state alone is no address. */
const isPlace = (column: Column) => PLACES.includes(column.kind) || looks(column, isAddressLike);
const PLACES: readonly Column['kind'][] = ['city', 'street', 'address'];

/** Whether a row has two different places. */
function differ(rows: readonly CsvRecord[], places: readonly (readonly number[])[]): boolean {
  if (places.length < 2) return false;
  return rows.some((row) => {
    const texts = places.map((at) => firstFilled(row, [at]).join(' ').toLowerCase());
    return new Set(texts.filter((text) => text !== '')).size > 1;
  });
}

/** An address written without quotes goes on in columns without a heading. */
function withOverflow(place: number[], { table: { headings = [] }, free }: Known): number[] {
  const lastAt = headings.length - 1;
  if (!place.includes(lastAt) || !isPart({ kind: kindOf(headings[lastAt] ?? '') })) return place;
  return [...place, ...free.flatMap(({ at }) => (at > lastAt ? [at] : []))];
}

/** Without headings: the fourth column (SPEC §5), or the only one with house numbers in it. */
function tellUnnamed({ free, emailAt }: Known): Told {
  const isSpecOrder = emailAt === 1 && !free.some(({ at }) => at === 2);
  const fourth = isSpecOrder ? free.find(({ at }) => at === 3) : undefined;
  const like = free.filter((column) => looks(column, isAddressLike));
  const [one, two] = fourth ? [fourth] : like;
  if (one && !two) return { places: [[one.at]], isUnsure: free.some(({ at }) => at > one.at) };
  return {
    places: [],
    isUnsure: like.length > 0 || free.some((column) => looks(column, isNameLike)),
  };
}
