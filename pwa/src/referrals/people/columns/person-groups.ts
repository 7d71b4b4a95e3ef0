import { areAlike } from './column.ts';
import type { Placed, Somebody } from './place-columns.ts';
import type { Table } from './table.ts';

/** The columns of one of the people a line is about. */
export interface PersonGroup extends Somebody {
  columns: readonly Placed[];
}

export const has = ({ columns }: PersonGroup, field: Placed['field']) =>
  columns.some((column) => column.field === field);
export const hasContact = (group: PersonGroup) => has(group, 'email') || has(group, 'phone');

/** Who is never the person a line is for. */
export const isOthers = ({ party }: Somebody) => party === 'bystander' || party === 'referrer';

/** Whom a line may be for. A strange word alone ('Project name', 'Night phone') is nobody. */
export function isSomebody(group: PersonGroup): boolean {
  if (isOthers(group)) return false;
  if (group.party === 'stranger') return has(group, 'name') && hasContact(group);
  return has(group, 'name') || hasContact(group);
}

/** The people of a line, each with their columns. */
export function groupsOf(placed: readonly Placed[], table: Table): PersonGroup[] {
  const byPerson = Map.groupBy(
    placed.filter(({ field }) => field !== undefined),
    ({ party, key }) => `${party} ${key}`,
  );
  const groups = [...byPerson.values()].flatMap((columns) => {
    const [first] = columns;
    return first ? [{ party: first.party, key: first.key, columns }] : [];
  });
  return merged(groups, table);
}

const isBefore = ({ columns: [one] }: PersonGroup, { columns: [other] }: PersonGroup) =>
  one !== undefined && other !== undefined && one.column.at < other.column.at;

/** Puts together what is one person: 'Lead name' and the same in 'First name', 'Name' and 'Customer email'. */
function merged(groups: readonly PersonGroup[], { rows }: Table): PersonGroup[] {
  const main = groups.find((group) => group.party === 'nobody' && has(group, 'name'));
  if (!main) return [...groups];
  const namesOf = ({ columns }: PersonGroup) => columns.filter(({ field }) => field === 'name');
  const isSame = (group: PersonGroup) =>
    namesOf(group).some(({ column }) =>
      namesOf(main).some((name) => areAlike(rows, name.column, column)),
    );
  // 'Homeowner address' alone is nobody else.
  const isPlace = ({ party, columns }: PersonGroup) =>
    party === 'prospect' && columns.every(({ field }) => field === 'address');
  const isRest = (group: PersonGroup) =>
    (group.party === 'plain' || isPlace(group)) &&
    group.columns.every(({ field }) => !has(main, field));
  // 'Full name, Your email': one form for one person.
  const isForm = (group: PersonGroup) =>
    group.party === 'asker' && !has(group, 'name') && !hasContact(main) && isBefore(main, group);
  const isMore = (group: PersonGroup) =>
    (['plain', 'prospect', 'stranger'].includes(group.party) && (isSame(group) || isRest(group))) ||
    isForm(group);
  const columns = [main, ...groups.filter(isMore)].flatMap((group) => group.columns);
  return [{ ...main, columns }, ...groups.filter((group) => group !== main && !isMore(group))];
}
