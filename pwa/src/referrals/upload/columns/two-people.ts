import { type Column, isRepeated, looks } from './column.ts';
import type { Table } from './find-table.ts';
import { wordsOf } from './heading-words.ts';
import { isBareEmail, NAME_KINDS } from './headings.ts';
import { isAddressLike, isEmail, isNameLike, isPersonLike, isPhone } from './looks.ts';
import type { PersonGroup } from './person-groups.ts';
import { areAlike } from './same-cells.ts';

/** Whether two people are named alike: 'Name' twice, 'Name 1' and 'Name 2', or the email a form asks for beside its own. */
export function isTwice({ columns }: PersonGroup, { rows }: Table): boolean {
  const differ = (some: readonly Column[]) =>
    some.some((one, at) => some.slice(at + 1).some((other) => !areAlike(rows, one, other)));
  const of = (field: string) =>
    columns.flatMap((placed) => (placed.field === field ? [placed.column] : []));
  const names = Map.groupBy(
    of('name').filter(({ kind }) => kind !== 'last'),
    ({ heading }) => wordsOf(heading).replace(/ \d+$/, ''),
  );
  return (
    [...names.values()].some(differ) ||
    differ(of('email').filter(({ heading }) => isBareEmail(heading)))
  );
}

/** Whether cells under headings that say nothing, or under none, are about two people. */
export function isTwiceByCells(columns: readonly Column[], { headings }: Table): boolean {
  const distinct = columns.filter((column) => !isRepeated(column));
  const unknown = distinct.filter(({ kind }) => kind === 'unknown');
  const emails = distinct.filter((column) => looks(column, isEmail));
  const names = unknown.filter(
    (column) => looks(column, isNameLike) && !looks(column, isAddressLike),
  );
  const isNamed = columns.some(({ kind }) => NAME_KINDS.includes(kind));
  const isTwoEmails = emails.length > 1 && emails.some(({ kind }) => kind === 'unknown');
  if (isTwoEmails && names.length + Number(isNamed) > 1) return true;
  // The name before the email would be taken, and the phone may be of the other one.
  if (headings || !distinct.some((column) => looks(column, isPhone))) return false;
  const people = names.filter((column) => looks(column, isPersonLike));
  const before = people.filter(({ at }) => emails[0] && at < emails[0].at);
  return before.length === 1 && people.length > 1;
}
