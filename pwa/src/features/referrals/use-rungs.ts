import { type Ladder, type LadderRung, rankOpen } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { readOpen } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { readResource } from '../../sync/read.ts';
import type { ListRow } from './list-rows.ts';

/** The rung each open referral is likely to take, by id. */
export type OpenRungs = ReadonlyMap<string, LadderRung>;

const NONE: OpenRungs = new Map();

/** The ladder as the server last told it; undefined until it has. */
export function useLadder(db: UserDb): Ladder | undefined {
  return useLiveQuery(async () => (await readResource(db, 'ladder'))?.data, [db]);
}

/** The rungs of a list that is already read. */
export function useRungsOf(ladder: Ladder | undefined, rows: readonly ListRow[]): OpenRungs {
  return useMemo(() => {
    if (!ladder) return NONE;
    const stored = rows.flatMap((row) => (row.kind === 'stored' ? row.referral : []));
    return rankOpen(
      stored.map(({ id, status, createdAt }) => ({ id, status, age: Date.parse(createdAt) })),
      ladder,
    );
  }, [rows, ladder]);
}

/** The rungs of all open referrals, without reading their rows, and what the next completion pays. A Dexie read, for a live query. */
export async function readRungs(
  db: UserDb,
): Promise<{ rungs: OpenRungs; next: LadderRung | undefined }> {
  const [held, open] = await Promise.all([
    readResource(db, 'ladder'),
    withReopen(db, () => readOpen(db)),
  ]);
  const ladder = held?.data;
  return { rungs: ladder ? rankOpen(open, ladder) : NONE, next: ladder?.next };
}

/** The same, live; apart from the rows of a page, which show first. */
export function useRungs(db: UserDb): Awaited<ReturnType<typeof readRungs>> | undefined {
  return useLiveQuery(() => readRungs(db), [db]);
}
