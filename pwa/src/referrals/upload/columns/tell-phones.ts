import { type Column, looks } from './column.ts';
import { isLongPhone, isPhone, isWrittenPhone, maybePhone } from './looks.ts';
import type { Known, Told } from './known.ts';

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
