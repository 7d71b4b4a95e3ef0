import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DEFAULT_REWARD, parseCents } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { oppositeAmount } from './amounts.ts';
import { RewardHistoryEntity } from './entities.ts';

/** The referral a rung is taken for or given back by. */
export interface LadderReferral {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly reward: string;
}

/** What a referral holds while it is completed, and what it shows when it is not. */
export interface Rung {
  readonly ordinal: number | null;
  readonly reward: string;
}

// The lowest numbers from 1 that no other completed referral of the user holds, each with what its tier pays: of
// the active ones that hold it the one with the highest minimum wins, then the higher level, then the newer.
const LOWEST_FREE = `
  with taken as (
    select ordinal from referrals where user_id = :user and ordinal is not null
  ), free as (
    select n::int as ordinal from generate_series(1, (select count(*) from taken) + :count) n
    where n not in (select ordinal from taken) order by n limit :count
  )
  select free.ordinal, tier.reward_amount as "rewardAmount" from free left join lateral (
    select reward_amount from reward_tiers
    where is_active = 'true' and min_referrals <= free.ordinal
      and (max_referrals is null or max_referrals >= free.ordinal)
    order by min_referrals desc, level desc, created_at desc, id desc limit 1
  ) tier on true order by free.ordinal`;

/**
 * Takes the lowest free rungs of one user's ladder for referrals that become completed, in their order, and
 * writes what each pays to the ledger. Call it once for each entering, in a transaction that holds the
 * user's row; the database refuses a rung held twice. Source: DESIGN.md, Rewards.
 */
export async function takeRungs(
  tx: SqlEntityManager,
  userId: string,
  referrals: readonly LadderReferral[],
): Promise<Rung[]> {
  const free = await tx.execute<{ ordinal: number; rewardAmount: string | null }[]>(LOWEST_FREE, {
    user: userId,
    count: referrals.length,
  });
  const rungs = free.map(({ ordinal, rewardAmount }) => ({
    ordinal,
    reward: rewardAmount ?? DEFAULT_REWARD,
  }));
  if (rungs.length !== referrals.length) throw new Error('there is always a free rung');
  const lines = referrals.map((referral, at) => ({
    referral,
    amount: rungs[at]?.reward ?? '',
    description: `Reward for ${referral.name} (successful referral ${rungs[at]?.ordinal})`,
  }));
  await addLines(tx, lines);
  return rungs;
}

/**
 * Gives the rungs of completed referrals back and writes the opposite of what each paid; the others keep
 * theirs. In the same transaction rules as `takeRungs`.
 */
export async function freeRungs(
  tx: SqlEntityManager,
  referrals: readonly LadderReferral[],
): Promise<Rung> {
  const lines = referrals.map((referral) => ({
    referral,
    amount: oppositeAmount(referral.reward),
    description: `Taken back: ${referral.name} is no longer completed`,
  }));
  await addLines(tx, lines);
  return { ordinal: null, reward: DEFAULT_REWARD };
}

interface Line {
  readonly referral: LadderReferral;
  readonly amount: string;
  readonly description: string;
}

async function addLines(tx: SqlEntityManager, lines: readonly Line[]): Promise<void> {
  const now = new Date();
  const rows = lines.map(({ referral: { id, userId }, ...line }) => ({
    id: uuidv7(),
    userId,
    referralId: id,
    ...line,
    amountCents: parseCents(line.amount),
    date: now,
    createdAt: now,
  }));
  await tx.insertMany(RewardHistoryEntity, rows);
}
