import { isNamedEmail, isRefusal, isYesOrNo } from '../cells/looks.ts';
import { type Column, columnsOf, looks } from './column.ts';
import { type Columns, DEFAULT_COLUMNS, type Known, NO_COLUMN, sourceOf } from './source.ts';
import type { Table } from './table.ts';
import { tellAddress } from './tell-address.ts';
import { tellEmails, tellPhones } from './tell-contact.ts';
import { tellName } from './tell-name.ts';
import { tellPerson } from './tell-person.ts';

export interface ToldColumns {
  columns: Columns;
  /** Whether something could not be told. */
  isUnsure: boolean;
  /** Whether lines are about several people; then nothing is read before somebody has chosen whose columns count. */
  isSeveral: boolean;
}

const NOTHING = Object.fromEntries(
  Object.keys(DEFAULT_COLUMNS).map((key) => [key, NO_COLUMN]),
) as Columns;

/**
 * Tells which column holds what: by what the cells look like first, by the headings second, and without headings by the
 * order of SPEC §5 (docs/columns.md). What cannot be told stays empty and is asked.
 */
export function tellColumns(table: Table): ToldColumns {
  const isEmpty = table.rows.length === 0;
  const all = columnsOf(table);
  const person = tellPerson(table, all);
  if (person.isSeveral) return { columns: NOTHING, isUnsure: true, isSeveral: true };
  const { columns } = person;
  const emailColumns = tellEmails(columns);
  const emails = emailColumns.map(({ at }) => at);
  const [emailAt = -1] = emails;
  if (emailAt < 0 && !table.headings) {
    return { columns: DEFAULT_COLUMNS, isUnsure: !isEmpty, isSeveral: false };
  }

  const permission = columns.filter(
    (column) => column.kind === 'permission' && looks(column, isYesOrNo),
  );
  const agreed = permission.map(({ at }) => at);
  const known: Known = { table, free: without(columns, [...emails, ...agreed]), emailAt };
  const phone = tellPhones(known);
  known.free = without(known.free, phone.places.flat());
  const inEmails = emailColumns.filter((column) => looks(column, isNamedEmail));
  const name = tellName(known, inEmails[0]);
  known.free = without(known.free, [...name.places.flat(), ...name.last]);
  const address = tellAddress(known);
  return {
    columns: {
      name: sourceOf(name.places),
      lastName: sourceOf([name.last]),
      email: sourceOf(emails.map((at) => [at])),
      phone: sourceOf(phone.places),
      address: sourceOf(address.places),
      permission: sourceOf(agreed.slice(0, 1).map((at) => [at])),
      refusal: sourceOf(all.filter(saysNo).map(({ at }) => [at])),
    },
    isUnsure:
      !isEmpty && (emailAt < 0 || [person, name, phone, address].some(({ isUnsure }) => isUnsure)),
    isSeveral: false,
  };
}

/** Whether a column says who must not be contacted, by its heading or, of a status, by its cells. */
const saysNo = ({ kind, cells }: Column) => kind === 'refusal' || cells.some(isRefusal);

const without = (columns: readonly Column[], places: readonly number[]) =>
  columns.filter(({ at }) => !places.includes(at));
