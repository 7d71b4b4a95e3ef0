import type { Ladder, LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import { useMemo } from 'react';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { pathOf, readResource } from '@sunloop/engine/read.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';
import { useFollowed } from '../../ui/use-followed.ts';

/** The rung each open referral is likely to take, by id, and what the next completion pays. */
export type Rungs = { of: ReadonlyMap<string, LadderRung>; next: Ladder['next'] };

const WATCHED = ['referrals', { table: 'resources', key: pathOf('ladder') }] as const;

/** The rungs of all open referrals, without reading their rows; undefined until the ladder has arrived. */
export async function readRungs(db: UserDb): Promise<Rungs | undefined> {
  const ladder = (await readResource(db, 'ladder'))?.data;
  if (!ladder) return undefined;
  const { rankOwn } = await loadPart(() => import('./rank-own.ts'));
  return { of: await rankOwn(db, ladder), next: ladder.next };
}

/** The same, live, apart from the rows of a page, which show first. */
export function useRungs(db: UserDb): Rungs | undefined {
  return useFollowed(useMemo(() => followRead(db, WATCHED, rungReader(db)), [db]));
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
