import { isOf } from '../../src/data/outbox-kinds.ts';
import type { DeskChange } from '../../src/test/fake-desk.ts';
import { rawRows } from './raw-storage.ts';
import type { World } from './world.ts';

/** What is wrong with an admin's acts now, each with the rule it breaks. */
export function findActFaults({ owner, desk, wishes }: World): string[] {
  const entries = rawRows(owner.id, 'outbox').filter((entry) => isOf(entry, 'acts'));
  const waiting = entries.flatMap(({ rows }) => rows.map(({ act }) => act.id));
  const inConflict = rawRows(owner.id, 'conflicts').map(({ id }) => id);
  const isHere = (id: string) => waiting.includes(id) || inConflict.includes(id);
  const nameOf = (id: string) => `act on ${wishes.ids().indexOf(id)}`;
  const lost = [...wishes.wanted].filter(([id, wish]) => !isHere(id) && !wishes.cameTrue(id, wish));
  const isOwn = ({ by }: DeskChange) => by === owner.id;
  const own = desk.changes.filter(isOwn);
  const unseen = desk.changes.filter((change, at) => {
    if (!isOwn(change)) return false;
    const { id, from, to } = change;
    const said = wishes.said.get(id) ?? [];
    // Two acts at the same moment saw the same state; the second follows from the first one's result.
    const before = desk.changes.slice(0, at).findLast((other) => other.id === id);
    const isSeen = said.some(({ saw }) => saw === from) || (before && isOwn(before));
    return !isSeen || !said.some(({ wanted }) => wanted === to);
  });
  const tooOften = [...wishes.said].filter(
    ([id, said]) => own.filter((change) => change.id === id).length > said.length,
  );
  const twice = waiting.filter((id, at) => waiting.indexOf(id) !== at);
  return [
    ...lost.map(([id]) => `rules 5, 25: ${nameOf(id)} was saved and is nowhere`),
    ...unseen.map(({ id }) => `rule 27: ${nameOf(id)} was done over what nobody saw`),
    ...tooOften.map(([id]) => `rule 25: ${nameOf(id)} was done too often`),
    ...twice.map((id) => `rule 25: two acts wait for ${nameOf(id)}`),
  ];
}
