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

// The lowest number from 1 that no other completed referral of the user holds: each ordinal is its own place
// in their order up to the first gap, and without a gap the next one is free.
const LOWEST_FREE = `
  select coalesce(min(place) filter (where ordinal > place), count(*) + 1)::int as ordinal from (
    select ordinal, row_number() over (order by ordinal) as place from referrals
    where user_id = :user and ordinal is not null
  ) taken`;

// Of the active tiers that hold n the one with the highest minimum wins, then the higher level, then the newer.
const WINNING_TIER = `
  select reward_amount as "rewardAmount" from reward_tiers
  where is_active = 'true' and min_referrals <= :n and (max_referrals is null or max_referrals >= :n)
  order by min_referrals desc, level desc, created_at desc, id desc limit 1`;

/**
 * Takes the lowest free rung of the user's ladder for a referral that becomes completed and writes what it
 * pays to the ledger. Call it once for each entering, in a transaction that holds the user's row; the
 * database refuses a rung held twice. Source: DESIGN.md, Rewards.
 */
export async function takeRung(tx: SqlEntityManager, referral: LadderReferral): Promise<Rung> {
  const [free] = await tx.execute<{ ordinal: number }[]>(LOWEST_FREE, { user: referral.userId });
  const ordinal = free?.ordinal ?? 1;
  const [tier] = await tx.execute<{ rewardAmount: string }[]>(WINNING_TIER, { n: ordinal });
  const reward = tier?.rewardAmount ?? DEFAULT_REWARD;
  await addLine(tx, referral, {
    amount: reward,
    description: `Reward for ${referral.name} (successful referral ${ordinal})`,
  });
  return { ordinal, reward };
}

/**
 * Gives the rung of a completed referral back and writes the opposite of what it paid; the others keep
 * theirs. In the same transaction rules as `takeRung`.
 */
export async function freeRung(tx: SqlEntityManager, referral: LadderReferral): Promise<Rung> {
  await addLine(tx, referral, {
    amount: oppositeAmount(referral.reward),
    description: `Taken back: ${referral.name} is no longer completed`,
  });
  return { ordinal: null, reward: DEFAULT_REWARD };
}

async function addLine(
  tx: SqlEntityManager,
  { id, userId }: LadderReferral,
  line: { amount: string; description: string },
): Promise<void> {
  const now = new Date();
  await tx.insert(RewardHistoryEntity, {
    id: uuidv7(),
    userId,
    referralId: id,
    ...line,
    amountCents: parseCents(line.amount),
    date: now,
    createdAt: now,
  });
}
