import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { rawOnBehalf, rawWaiting } from './raw-lists.ts';
import { rawReferrals, rawRows, rawSession } from './raw-storage.ts';
import type { Shown } from './server-past.ts';
import type { World } from './world.ts';

/** What the server acknowledged and lost and the device does not send again, and what it sends for no such reason. */
export function findLostFaults(world: World): string[] {
  const { past, owner, stranger } = world;
  dropSettled(world);
  const nowhere = [...past.owed.values()].filter((one) => !isHere(one));
  const again = [owner, stranger].flatMap(({ id }) => rawRows(id, 'log')).filter(isLoss);
  const untold = again.flatMap(({ rowIds }) => rowIds).filter((id) => !past.lost.has(id));
  return [
    ...nowhere.map(
      ({ row: { name } }) => `rule 38: ${name} was acknowledged, then lost, and is nowhere`,
    ),
    ...untold.map((id) => `rule 38: ${past.rows.get(id)?.name} is sent again and was not lost`),
  ];
}

/** Call it before the server loses more, too: what is there again then may be lost anew, if the device shows it. */
export function dropSettled(world: World): void {
  const { owed } = world.past;
  for (const [key, one] of owed) {
    if (isForgotten(one) || isSettled(world, one.row)) owed.delete(key);
  }
}

const isLoss = ({ event }: { event: string }) => event === 'lost';

/** Whether the server has that person again, or nobody wants that any longer. */
function isSettled({ server, ledger }: World, { id, name, userId, email }: Referral): boolean {
  const isOf = (row: Referral) => row.userId === userId && row.email === email;
  const isThere = [...server.rows.values()].some(
    (row) => row.id === id || row.name === name || isOf(row),
  );
  return isThere || server.deleted.has(id) || ledger.isOver(name);
}

/** The device has forgotten what it showed, because somebody else or nobody is signed in. */
function isForgotten({ by }: Shown): boolean {
  const session = rawSession();
  return session?.state !== 'active' || session.user.id !== by;
}

function isHere({ row: { id }, by }: Shown): boolean {
  const onBehalf = rawOnBehalf(by)?.rows ?? [];
  const all = [...rawReferrals(by), ...rawWaiting(by), ...rawRows(by, 'rejected'), ...onBehalf];
  return all.some((row) => row.id === id);
}
