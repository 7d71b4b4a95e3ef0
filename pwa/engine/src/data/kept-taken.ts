import {
  TakenList,
  type TakenReferral,
  takenRoutes,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import * as v from 'valibot';
import type { UserDb } from './user-db.ts';

/** What was taken for others and sent, as the kept list has it; none if another build kept it. A Dexie read. */
export async function readKeptTaken(db: UserDb): Promise<readonly TakenReferral[]> {
  const kept = await db.resources.get(takenRoutes.ownTaken.path);
  return v.is(TakenList, kept?.data) ? kept.data.rows : [];
}
