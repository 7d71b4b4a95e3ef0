import {
  type TakenForMe,
  takenForMeRoutes,
} from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { callAsUser } from '../answers/note-verdict.ts';
import { realDeps } from '../ground/deps.ts';
import { fetchJson, parseStored } from './fetch-json.ts';
import { isStale, refreshPath } from './refresh.ts';

const { takenForMe, notMine } = takenForMeRoutes;
const { path } = takenForMe;

/** Who took which of the person's referrals for them, by referral, as far as this device knows. A Dexie read. */
export async function readTakenForMe(db: UserDb): Promise<ReadonlyMap<string, TakenForMe>> {
  const row = await withReopen(db, () => db.resources.get(path));
  return new Map((parseStored(takenForMe, row)?.data ?? []).map((taken) => [taken.id, taken]));
}

/** Asks for it if it is stale (SPEC §9) or a decision is awaited; `isNow` asks in any case. */
export async function refreshTakenForMe(db: UserDb, isNow = false): Promise<void> {
  const kept = await readTakenForMe(db);
  const isAwaited = [...kept.values()].some(({ notMineAt, keptAt }) => notMineAt && !keptAt);
  if (!isNow && !isAwaited && !(await isStale(db, path, realDeps))) return;
  await refreshPath(db, { path, once: () => fetchJson(db, takenForMe, realDeps) }, realDeps);
}

/** Tells the office that a referral taken for the person is not theirs; throws `Problem`. */
export async function sayNotMine(db: UserDb, id: string): Promise<void> {
  await callAsUser(db, notMine, { params: { id } }, realDeps);
  await refreshTakenForMe(db, true);
}
