import { nextRewards, rankOpen } from '@sunloop/shared-types/program/open-rungs.ts';
import type { LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import { followRead } from '../../data/follow-read.ts';
import { readOpen } from '../../data/read-open.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { Follow } from '../../lib/follow.ts';
import { pathOf } from '../read/resource-table.ts';
import { readResource } from '../read/resources.ts';

/** The rung each open referral is likely to take, by id, and what the next completions pay. */
export type Rungs = { of: ReadonlyMap<string, LadderRung>; next: readonly string[] };

/** How many rewards are told ahead. */
const AHEAD = 3;

/** Reading the keys of 20,000 referrals holds up the read of the few that changed, which a page shows. Milliseconds. */
const AFTER_ROWS_MS = 300;

const RANKED_IN = ['referrals', { table: 'resources', key: pathOf('ladder') }] as const;

/** The rungs of all open referrals, live, apart from the rows of a page, which show first. */
export function followRungs(db: UserDb): Follow<Rungs | undefined> {
  return followRead(db, RANKED_IN, rungReader(db), AFTER_ROWS_MS);
}

/** While what has just arrived is folded in, which changes the list many times, the rungs stay as they were. */
export function rungReader(db: UserDb): () => Promise<Rungs | undefined> {
  let known: Rungs | undefined;
  return async () => {
    const isMoving = known !== undefined && (await withReopen(db, () => db.arrived.count())) > 0;
    if (!isMoving) known = await readRungs(db);
    return known;
  };
}

/** The rungs of all open referrals, without reading their rows; undefined until the ladder has arrived. */
export async function readRungs(db: UserDb): Promise<Rungs | undefined> {
  const ladder = (await readResource(db, 'ladder'))?.data;
  if (!ladder) return undefined;
  const open = await withReopen(db, () => readOpen(db));
  return { of: rankOpen(open, ladder), next: nextRewards(ladder, AHEAD) };
}
