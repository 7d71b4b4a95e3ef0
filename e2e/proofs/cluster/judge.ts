import type { UserStats } from '@sunloop/shared-types/program/reward.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { findMiscounted, findMispaid } from '../restore/judge.ts';
import type { ScriptedDevice } from '../devices/scripted-device.ts';
import type { Fleet } from './fleet.ts';
import type { Installation } from './installation.ts';

/** What is wrong in the end; all must be none. */
export interface Verdict {
  /** Acknowledged, and not there. */
  readonly missing: number;
  /** A person's friend who is there more than once. */
  readonly twice: number;
  readonly mispaid: number;
  readonly miscounted: number;
  /** Devices whose list is not what a full read says. */
  readonly differentLists: number;
  /** People whose figures are not those of their rows. */
  readonly wrongStats: number;
}

/** How many of these ids are not stored. */
export async function countMissing({ app }: Installation, ids: readonly string[]): Promise<number> {
  const stored = await app.sql<{ id: string }>('select id from referrals');
  const known = new Set(stored.map(({ id }) => id));
  return ids.filter((id) => !known.has(id)).length;
}

/** How many statuses an admin was told to be stored are not. */
export async function countLostStatuses(
  { app }: Installation,
  { statuses }: Fleet,
): Promise<number> {
  const stored = await app.sql<{ id: string; status: string }>('select id, status from referrals');
  const now = new Map(stored.map(({ id, status }) => [id, status]));
  return [...statuses].filter(([id, told]) => ![...told].some((each) => each === now.get(id)))
    .length;
}

export async function judge(installation: Installation, fleet: Fleet): Promise<Verdict> {
  const { app } = installation;
  const { devices } = fleet;
  const twice = await app.sql(
    'select user_id, email from referrals group by user_id, email having count(*) > 1',
  );
  const lists = await Promise.all(devices.map(hasWholeList));
  const stats = await Promise.all(devices.map(hasRightStats));
  return {
    missing: await countMissing(installation, fleet.acknowledged()),
    twice: twice.length,
    mispaid: (await findMispaid(app)).length,
    miscounted: (await findMiscounted(app)).length,
    differentLists: lists.filter((is) => !is).length,
    wrongStats: stats.filter((is) => !is).length,
  };
}

async function hasWholeList({ call, list }: ScriptedDevice): Promise<boolean> {
  const answer = await call({ method: 'GET', path: customerRoutes.listReferrals.path });
  if (answer?.status !== 200) return false;
  return textOf(answer.body as Referral[]) === textOf([...list.values()]);
}

const textOf = (rows: readonly Referral[]) =>
  JSON.stringify(
    rows
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .toSorted(),
  );

/** Compares what the server says in sum with the rows on the device. */
async function hasRightStats({ call, list }: ScriptedDevice): Promise<boolean> {
  const answer = await call({ method: 'GET', path: customerRoutes.stats.path });
  if (answer?.status !== 200) return false;
  const { totalReferrals, successfulReferrals } = answer.body as UserStats;
  const completed = [...list.values()].filter(({ status }) => status === 'completed');
  return totalReferrals === list.size && successfulReferrals === completed.length;
}
