import type { Referral } from '@sunloop/shared-types';
import { hasList, rawWaiting } from './raw-lists.ts';
import { rawReferrals, rawRows } from './raw-storage.ts';
import type { World } from './world.ts';

/** What the server acknowledged and lost and the device does not send again, and what it sends for no such reason. */
export function findLostFaults(world: World): string[] {
  const { past, owner, stranger } = world;
  for (const user of [owner, stranger]) if (!hasList(user.id)) past.forgive(user.id);
  for (const [id, row] of past.owed) if (isSettled(world, row)) past.owed.delete(id);
  const nowhere = [...past.owed.values()].filter((row) => !isHere(row));
  const again = [owner, stranger].flatMap(({ id }) => rawRows(id, 'log')).filter(isLoss);
  const untold = again.flatMap(({ rowIds }) => rowIds).filter((id) => !past.lost.has(id));
  return [
    ...nowhere.map(({ name }) => `rule 38: ${name} was acknowledged, then lost, and is nowhere`),
    ...untold.map((id) => `rule 38: ${past.rows.get(id)?.name} is sent again and was not lost`),
  ];
}

const isLoss = ({ event }: { event: string }) => event === 'lost';

/** Whether the server has that person again, or nobody wants that any longer. */
function isSettled({ server, ledger }: World, { id, name }: Referral): boolean {
  const isThere = [...server.rows.values()].some((row) => row.id === id || row.name === name);
  return isThere || server.deleted.has(id) || ledger.isOver(name);
}

function isHere({ id, userId }: Referral): boolean {
  const all = [...rawReferrals(userId), ...rawWaiting(userId), ...rawRows(userId, 'rejected')];
  return all.some((row) => row.id === id);
}
