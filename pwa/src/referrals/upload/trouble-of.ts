import type { FilePerson } from '@sunloop/engine/data/user-db.ts';
import { cellTrouble } from './columns/spoiled.ts';
import { type CellErrors, judgePerson } from './judge-person.ts';

/** What is wrong with a person's cells, by the server's rules and by what spreadsheets do; undefined if nothing is. */
export function troubleOf(person: FilePerson): CellErrors | undefined {
  const [own, servers] = [cellTrouble(person), judgePerson(person)];
  return own || servers ? { ...servers, ...own } : undefined;
}
