import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { rewardAt } from '@sunloop/shared-types/program/tier-spans.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { type ActiveTier, findPayingTiers } from './paying-tiers.ts';

/** How many of a user's next completions are asked about. */
export interface WantedRungs {
  readonly userId: string;
  readonly count: number;
}

/** A place on the ladder and what it pays, as the ledger writes it. */
export interface FreeRung {
  readonly ordinal: number;
  readonly reward: string;
}

// The lowest numbers from 1 that no completed referral of the user holds.
const FIND_FREE = defineStatement(
  'find-free-rungs',
  `select wanted."userId", free.n::int as ordinal
   from jsonb_to_recordset($1::jsonb) as wanted("userId" uuid, count int)
   cross join lateral (
     select n from generate_series(1, wanted.count + (
       select count(*) from referrals where user_id = wanted."userId" and ordinal is not null)) n
     where n not in (
       select ordinal from referrals where user_id = wanted."userId" and ordinal is not null)
     order by n limit wanted.count
   ) free order by 1, 2`,
);

const FIND_FREE_UP_TO_HELD = defineStatement(
  'find-free-ordinals',
  `select n::int as ordinal
   from generate_series(1, 1 + coalesce((select max(ordinal) from referrals where user_id = $1), 0)) n
   where n not in (select ordinal from referrals where user_id = $1 and ordinal is not null)
   order by n`,
);

/** The rungs no completed referral of the user holds, up to the first above all that are held; never empty. */
export async function findFreeOrdinals(em: SqlEntityManager, userId: string): Promise<number[]> {
  const rows = await runnerOf(em)<{ ordinal: number }>(FIND_FREE_UP_TO_HELD, [userId]);
  return rows.map(({ ordinal }) => ordinal);
}

/**
 * Which rungs the next completions of these users take and what they pay, in order. The ledger pays by this,
 * and it is also what people are told beforehand. Name each user only once; `known` are the paying tiers, if
 * they were already read.
 */
export async function findFreeRungs(
  em: SqlEntityManager,
  wanted: readonly WantedRungs[],
  known?: readonly ActiveTier[],
): Promise<Map<string, FreeRung[]>> {
  const tiers = known ?? (await findPayingTiers(em));
  const rows = await runnerOf(em)<{ userId: string; ordinal: number }>(FIND_FREE, [
    JSON.stringify(wanted),
  ]);
  const rungs = new Map<string, FreeRung[]>(wanted.map(({ userId }) => [userId, []]));
  for (const { userId, ordinal } of rows) {
    rungs.get(userId)?.push({ ordinal, reward: rewardAt(tiers, ordinal) });
  }
  return rungs;
}
