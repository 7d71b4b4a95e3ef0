import { isAddressLike, isEmail, isNameLike, isPersonLike } from '../cells/looks.ts';
import { isPhone } from '../cells/phones.ts';
import { NAME_KINDS, isBareEmail } from '../headings/kinds.ts';
import { wordsOf } from '../headings/words.ts';
import { type Column, areAlike, isRepeated, looks } from './column.ts';
import {
  type PersonGroup,
  groupsOf,
  has,
  hasContact,
  isOthers,
  isSomebody,
} from './person-groups.ts';
import { isFollowed, type Placed, placeColumns } from './place-columns.ts';
import type { Table } from './table.ts';

export interface ToldPerson {
  /** The columns about one person of each line. */
  columns: readonly Column[];
  /** Whether a column that is left out may be about the same person. */
  isUnsure: boolean;
  /** Whether lines are about several people, and nothing says beyond doubt which of them is meant. */
  isSeveral: boolean;
}

const SEVERAL: ToldPerson = { columns: [], isUnsure: true, isSeveral: true };

/**
 * Tells whom the lines are about, before any field is told: a form's line has whoever fills it in beside the friend, a
 * list has sales reps, tenants and spouses. Nobody is ever read from the columns of two.
 */
export function tellPerson(table: Table, columns: readonly Column[]): ToldPerson {
  const placed = placeColumns(columns);
  const groups = groupsOf(placed, table);
  const people = groups.filter(isSomebody);
  const one = people.find((group) =>
    people.every((other) => other === group || beats(group, other)),
  );
  if (!one && people.length > 0) return SEVERAL;
  if (one && (isTwice(one, table) || isAskedFor(one, groups))) return SEVERAL;
  const own = one ? ownOf(one, placed, groups) : placed.filter((column) => !isSomeone(column));
  const found = own.map(({ column }) => column);
  if (isTwiceByCells(found, table)) return SEVERAL;
  const isUnsure = isMissed(one, own, groups);
  return { columns: found, isUnsure, isSeveral: false };
}

/** Whose columns are not read without a name beside them. */
const isSomeone = (column: Placed) =>
  isOthers(column) || (column.party === 'stranger' && column.field !== undefined);

/** 'Your name, Your email, Mate's email': a form asks whoever fills it in for somebody else. */
const isAskedFor = ({ party }: PersonGroup, groups: readonly PersonGroup[]) =>
  party === 'asker' && groups.some((group) => group.party === 'stranger' && hasContact(group));

/** Whether, of two people of a line, it is beyond doubt about the first. */
function beats({ party }: PersonGroup, other: PersonGroup): boolean {
  if (other.party === 'nobody' && !has(other, 'name')) return true;
  if (party === 'friend') return ['nobody', 'plain', 'asker'].includes(other.party);
  if (party !== 'prospect') return false;
  return other.party === 'asker' || (other.party === 'plain' && !has(other, 'name'));
}

/** The columns of this person, and those of nobody where nobody else is in the lines. */
function ownOf(one: PersonGroup, placed: readonly Placed[], groups: readonly PersonGroup[]) {
  const others = groups.filter((group) => group !== one && group.party !== 'bystander');
  const isAlone = !others.some((group) => isSomebody(group) || hasContact(group));
  const isFree = ({ party, field, column }: Placed) => {
    if (party !== 'nobody') return false;
    // Whoever fills a form in may agree to something else.
    if (column.kind === 'permission') return !others.some((group) => group.party === 'asker');
    // An address without quotes goes on where there are no headings.
    if (field === undefined) return isAlone || one.party === 'nobody' || column.heading === '';
    return field === 'address' && isAlone && one.party !== 'friend' && !has(one, 'address');
  };
  return placed.filter((column) => {
    if (one.columns.includes(column)) return !others.some((other) => mayBeOf(other, column));
    return (column.field === undefined && column.party === one.party) || isFree(column);
  });
}

/** 'Your name, Friend, Email': whoever is named before, with no way to be reached, may be the one it reaches. */
function mayBeOf(other: PersonGroup, { party, isByPlace, column: { at } }: Placed): boolean {
  if (!isByPlace || party === 'nobody' || hasContact(other)) return false;
  return other.columns.some((one) => one.field === 'name' && one.column.at < at && isFollowed(one));
}

/** Whether a column was left out that may have what this person lacks. */
function isMissed(
  one: PersonGroup | undefined,
  own: readonly Placed[],
  groups: readonly PersonGroup[],
): boolean {
  return groups.some((group) => {
    const mayBeTheirs =
      group === one ||
      group.party === 'stranger' ||
      (group.party === 'nobody' && !has(group, 'name'));
    const lacks = ({ field }: Placed) =>
      field !== 'name' && !own.some((column) => column.field === field);
    return mayBeTheirs && group.columns.some((column) => !own.includes(column) && lacks(column));
  });
}

/** Whether two people are named alike: 'Name' twice, 'Name 1' and 'Name 2', or the email a form asks for beside its own. */
function isTwice({ columns }: PersonGroup, { rows }: Table): boolean {
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
function isTwiceByCells(columns: readonly Column[], { headings }: Table): boolean {
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
