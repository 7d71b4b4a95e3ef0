import {
  OnBehalfList,
  type OnBehalfReferral,
  onBehalfRoutes,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import * as v from 'valibot';
import type { UserDb } from './user-db.ts';

/** What was taken for others and sent, as the kept list has it; none if another build kept it. A Dexie read. */
export async function readKeptOnBehalf(db: UserDb): Promise<readonly OnBehalfReferral[]> {
  const kept = await db.resources.get(onBehalfRoutes.ownTaken.path);
  return v.is(OnBehalfList, kept?.data) ? kept.data.rows : [];
}
