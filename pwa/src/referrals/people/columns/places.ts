import { type AddressPart, ADDRESS_PARTS, partWords, placeWords } from '../headings/kinds.ts';
import type { Column } from './column.ts';

/** The columns of one address, and whose place it is: 'property', 'mailing'; empty if nothing says it. */
interface Place {
  words: string;
  parts: Column[];
}

/** The addresses of a row. */
export interface Places {
  places: Place[];
  /** Whether a town may be of several streets. */
  isUnsure: boolean;
}

export const isPart = ({ kind }: Pick<Column, 'kind'>): boolean =>
  ADDRESS_PARTS.some((part) => part === kind);

const STREETS: readonly AddressPart[] = ['street', 'address'];
const isStreet = ({ kind }: Column) => STREETS.some((street) => street === kind);
const isStreetOnly = ({ parts }: Place) => parts.every(isStreet);
const hasStreet = ({ parts }: Place) => parts.some(isStreet);

/** Groups columns by whose place they are; a heading without such a word is of the place before it. */
export function placesOf(columns: readonly Column[]): Places {
  const places: Place[] = [];
  let isUnsure = false;
  for (const column of columns) {
    const words = placeWords(column.heading);
    const named = places.findLast((place) => place.words === words && takes(place, column));
    const place = words === '' ? places.at(-1) : named;
    if (words === '' && !isStreet(column)) {
      isUnsure ||= places.filter((one) => isStreetOnly(one) && takes(one, column)).length > 1;
    }
    if (place && takes(place, column)) place.parts.push(column);
    else places.push({ words, parts: [column] });
  }
  return withTowns(places, isUnsure);
}

/** Whether a column can be of this place: nobody has two towns, and a street only in lines. */
function takes({ parts }: Place, column: Column): boolean {
  const { base, number } = partWords(column.heading);
  const same = parts.map(({ heading }) => partWords(heading)).filter((part) => part.base === base);
  if (same.length === 0) return true;
  return isStreet(column) && parts.every(isStreet) && same.every((part) => part.number !== number);
}

/** A town that stands before its street is of the only one without a town. */
function withTowns(places: Place[], isUnsure: boolean): Places {
  const [town] = places;
  const streets = places.filter(isStreetOnly);
  const [street, other] = streets;
  if (!town || hasStreet(town) || town.words !== '' || !street) return { places, isUnsure };
  if (other) return { places, isUnsure: true };
  const joined = { words: street.words, parts: [...street.parts, ...town.parts] };
  return { places: [joined, ...places.filter((one) => one !== town && one !== street)], isUnsure };
}

const ROOF =
  /\b(?:propert\w*|services?|sites?|install\w*|home|house|roof|premises?|job|project|physical|residen\w*|priva\w*|casa|hogar|vivienda|obra|domicil\w*|objekt\w*|chantier|logement)\b/;
const MAIN = /^(?:primary|main|default|current|legal|1|)$/;
const MAIL =
  /\b(?:mail\w*|post\w*|bill\w*|ship\w*|deliver\w*|correspond\w*|rechnung\w*|liefer\w*|factur\w*|envio|livraison|cobranca|entrega)\b/;
const OTHER =
  /\b(?:work|business|office|company|trabajo|trabalho|travail|geschaft\w*|other|second\w*|alternat\w*|[2-9])\b/;
const FORMER = /\b(?:old|former|previous|prior|past)\b/;

/**
 * Which of several places comes first: where the roof is before where mail goes, and both before work and where somebody
 * once lived. Those of one rank cannot be told apart.
 */
export function placeRank({ words }: Place): number {
  if (FORMER.test(words)) return LAST;
  if (/\b(?:second\w*|vacation|holiday)\b/.test(words)) return LAST - 1;
  const ranks = [ROOF, MAIN, MAIL, OTHER].findIndex((pattern) => pattern.test(words));
  // A word we do not know may be of any.
  return ranks < 0 ? 1 : ranks;
}
const LAST = 4;

/** The parts in their order: the street first, a country last, which Google writes first. */
export function inOrder({ parts }: Place): number[] {
  const rank = (part: Column) => (isStreet(part) ? 0 : part.kind === 'country' ? 2 : 1);
  return parts.toSorted((one, other) => rank(one) - rank(other)).map(({ at }) => at);
}
