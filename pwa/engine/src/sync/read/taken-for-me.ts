import {
  type TakenForMe,
  takenForMeRoutes,
} from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import type { UserDb } from '../../data/user-db.ts';
import { callAsUser } from '../answers/note-verdict.ts';
import { realDeps } from '../ground/deps.ts';
import { refreshStale } from './refresh.ts';
import { readResource, refreshNow } from './resources.ts';

/** Who took which of the person's referrals for them, by referral, as far as this device knows. A Dexie read. */
export async function readTakenForMe(db: UserDb): Promise<ReadonlyMap<string, TakenForMe>> {
  const { data = [] } = (await readResource(db, 'takenForMe')) ?? {};
  return new Map(data.map((taken) => [taken.id, taken]));
}

/** Asks for it if it is stale (SPEC §9) or a decision is awaited. */
export async function refreshTakenForMe(db: UserDb): Promise<void> {
  const kept = await readTakenForMe(db);
  const isAwaited = [...kept.values()].some(({ notMineAt, keptAt }) => notMineAt && !keptAt);
  await (isAwaited ? refreshNow(db, 'takenForMe') : refreshStale(db, realDeps, ['takenForMe']));
}

/** Tells the office that a referral taken for the person is not theirs; throws `Problem`. */
export async function sayNotMine(db: UserDb, id: string): Promise<void> {
  await callAsUser(db, takenForMeRoutes.notMine, { params: { id } }, realDeps);
  await refreshNow(db, 'takenForMe');
}
