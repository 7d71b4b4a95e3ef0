import { rankOpen } from '@sunloop/shared-types/program/open-rungs.ts';
import type { Ladder, LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import { readOpen } from '@sunloop/engine/data/read-open.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

/** The rung each of the person's open referrals is likely to take, by id. Loaded once there is a ladder to rank them by. */
export async function rankOwn(db: UserDb, ladder: Ladder): Promise<Map<string, LadderRung>> {
  return rankOpen(await withReopen(db, () => readOpen(db)), ladder);
}
