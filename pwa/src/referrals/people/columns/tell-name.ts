import { isNameLike, isNumber, isOneWord } from '../cells/looks.ts';
import { type Column, holds, isRepeated, looks } from './column.ts';
import type { Known, Told } from './source.ts';

/** A name's one or two columns, the surname second. */
export interface ToldName extends Told {
  last: number[];
}

/**
 * Who it is: a column of whole names, or those of first and last names in any order and language. Without any, a column
 * of emails that have names beside them.
 */
export function tellName(known: Known, inEmails?: Column): ToldName {
  const named = known.free.filter((column) => !looks(column, isNumber));
  const of = (kind: Column['kind']) => named.filter((column) => column.kind === kind);
  const [first] = of('first');
  const last = together(of('last'));
  const [whole] = [...of('full'), ...of('name')].toSorted(
    (one, other) => mailRank(one) - mailRank(other),
  );
  const part = first ?? last[0];
  if (whole && (!part || holds(known.table.rows, whole, part))) return toldName(whole);
  // 'Nom' beside 'Prénom' is the surname, 'Nombre' beside 'Apellidos' the first name.
  if (whole && !first) return toldName(whole, last);
  if (whole && last.length === 0) return toldName(first, [whole]);
  if (first) return toldName(first, last);
  if (last.length > 0) return toldName(last[0]);
  return inEmails ? toldName(inEmails) : tellUnnamed(known);
}

/** Whom a parcel or a bill goes to is the person, if nobody else is named. */
const mailRank = ({ heading }: Column) => Number(/\b(?:billing|shipping)\b/i.test(heading));

/** Where no heading says name: the one column that looks like names. */
function tellUnnamed({ table, free, emailAt }: Known): ToldName {
  const like = free.filter((column) => looks(column, isNameLike) && !isRepeated(column));
  const who = like.find(({ kind }) => kind === 'who');
  if (who) return toldName(who);
  const strangers = like.filter(({ kind }) => kind === 'unknown');
  if (table.headings) return strangers.length === 1 ? toldName(strangers[0]) : toldName();
  const before = strangers.filter(({ at }) => at < emailAt);
  const [one, two, more] = before.length > 0 ? before : strangers;
  if (one && !two) return toldName(one);
  if (one && two && !more && [one, two].every((column) => looks(column, isOneWord))) {
    // Which of them is the surname, nothing says.
    return { ...toldName(one, [two]), isUnsure: true };
  }
  // SPEC §5: the name is before the email.
  return toldName(emailAt === 1 ? free.find(({ at }) => at === 0) : undefined);
}

const toldName = (name?: Column, last: readonly Column[] = []): ToldName => ({
  places: name ? [[name.at]] : [],
  isUnsure: !name,
  last: last.map(({ at }) => at),
});

/** Two surnames side by side are one person's; elsewhere in the row they are somebody else's. */
function together([one, two]: readonly Column[]): Column[] {
  if (!one) return [];
  return two && two.at === one.at + 1 ? [one, two] : [one];
}
