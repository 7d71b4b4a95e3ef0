import { isEmail } from '../cells/looks.ts';
import { isLongPhone, isPhone, isWrittenPhone, maybePhone } from '../cells/phones.ts';
import { type Column, isRepeated, looks } from './column.ts';
import type { Known, Told } from './source.ts';

/** The emails of a row, best first. Of somebody else, without a heading that says so, they repeat. */
export function tellEmails(own: readonly Column[]): Column[] {
  const named = own.filter(({ kind }) => kind === 'email');
  const like = own.filter((column) => looks(column, isEmail));
  const namedLike = like.filter((column) => named.includes(column));
  if (namedLike.length > 0) return namedLike;
  const distinct = like.filter((column) => !isRepeated(column));
  if (like.length > 0) return distinct.length > 0 ? distinct : like;
  // Most are misspelt or missing.
  const some = [...named, ...own].find(({ cells }) => cells.some(isEmail)) ?? named[0];
  return some ? [some] : [];
}

/** The phones of a row, best first: a friend is called on the mobile. */
export function tellPhones(known: Known): Told {
  const named = known.free.filter(({ kind }) => kind === 'mobile' || kind === 'phone');
  const good = named.filter((column) => looks(column, maybePhone));
  if (good.length > 0) {
    const isMobile = ({ kind }: Column) => kind === 'mobile';
    const places = known.free.filter(
      (column) => column.kind === 'place' && looks(column, isWrittenPhone),
    );
    return told([
      ...good.filter(isMobile),
      ...good.filter((column) => !isMobile(column)),
      ...places,
    ]);
  }
  // A heading says phone, but what is below it is none: the columns may be shifted.
  return named.length > 0 ? { places: [], isUnsure: true } : tellUnnamed(known);
}

/** Where no heading says phone. A customer's number looks like one, too. */
function tellUnnamed({ table, free, emailAt }: Known): Told {
  const like = (look: (cell: string) => boolean) =>
    free.filter(
      (column) => (column.kind === 'unknown' || column.kind === 'place') && looks(column, look),
    );
  const isBare = table.headings === undefined;
  // SPEC §5: behind name and email.
  const third = like(maybePhone).find(({ at }) => isBare && emailAt === 1 && at === 2);
  if (third) return told([third]);
  const written = like(isWrittenPhone);
  if (written.length > 0) return told(written);
  const long = like(isLongPhone);
  if (isBare && long.length === 1) return told(long);
  return { places: [], isUnsure: like(isPhone).length > 0 };
}

const told = (columns: readonly Column[]): Told => ({ places: columns.map(({ at }) => [at]) });
