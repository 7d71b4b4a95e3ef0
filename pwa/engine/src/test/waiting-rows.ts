import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import type { UserDb } from '../data/user-db.ts';

/** All rows that wait, whatever they are, in the order they were saved in. */
export async function waitingRows(db: UserDb): Promise<PushRow[]> {
  return (await db.outbox.toArray()).flatMap<PushRow>(({ rows }) => rows);
}
