import { type Ladder, type LadderRung, rankOpen } from '@sunloop/shared-types';
import { readOpen } from '../../data/read-open.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** The rung each of the person's open referrals is likely to take, by id. Loaded once there is a ladder to rank them by. */
export async function rankOwn(db: UserDb, ladder: Ladder): Promise<Map<string, LadderRung>> {
  return rankOpen(await withReopen(db, () => readOpen(db)), ladder);
}
