import { isAddressLike, isNameLike } from '../cells/looks.ts';
import { ADDRESS_PARTS, addressGroup, kindOf } from '../headings/kinds.ts';
import { type Column, looks } from './column.ts';
import type { Known, Told } from './source.ts';

const isPart = ({ kind }: Pick<Column, 'kind'>) => ADDRESS_PARTS.some((part) => part === kind);

/** The addresses of a row, the one at home first, each with its parts in their order. */
export function tellAddress(known: Known): Told {
  const { headings } = known.table;
  if (!headings) return tellUnnamed(known);
  const groups = Map.groupBy(known.free.filter(isPart), ({ heading }) => addressGroup(heading));
  const places = [...groups]
    .filter(([, parts]) => parts.some(({ kind }) => PLACES.includes(kind)))
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([, parts]) => inOrder(parts));
  return { places: places.map((place) => withOverflow(place, known)) };
}

/** A country or a state alone is no address. */
const PLACES: readonly Column['kind'][] = ['city', 'street', 'address'];

const HOME = /home|priva|casa|domicil|mailing/;
const WORK = /work|business|office|company|trabajo|trabalho|travail|other/;
const rankOf = (group: string) => (HOME.test(group) ? 0 : WORK.test(group) ? 2 : 1);

/** Google writes the country first. */
function inOrder(parts: readonly Column[]): number[] {
  const isCountry = ({ kind }: Column) => kind === 'country';
  const sorted = [...parts.filter((part) => !isCountry(part)), ...parts.filter(isCountry)];
  return sorted.map(({ at }) => at);
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
