import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DEFAULT_REWARD, parseCents } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { oppositeAmount } from './amounts.ts';
import { RewardHistoryEntity } from './entities.ts';
import { findFreeRungs } from './free-rungs.ts';

/** The referral that takes a rung or gives it back. */
export interface LadderReferral {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly reward: string;
}

/** The rung a referral holds while it is completed, or what it shows when it is not. */
export interface Rung {
  readonly ordinal: number | null;
  readonly reward: string;
}

/**
 * Takes the lowest free rungs of one user's ladder for referrals that become completed, in order, and writes
 * what each pays to the ledger. Call it once each time referrals become completed, in a transaction that has
 * locked the user's row; the database refuses a rung held twice. Source: DESIGN.md, Rewards.
 */
export async function takeRungs(
  tx: SqlEntityManager,
  userId: string,
  referrals: readonly LadderReferral[],
): Promise<Rung[]> {
  const wanted = [{ userId, count: referrals.length }];
  const rungs = (await findFreeRungs(tx, wanted)).get(userId) ?? [];
  if (rungs.length !== referrals.length) throw new Error('there is always a free rung');
  const lines = referrals.map((referral, at) => ({
    referral,
    ordinal: rungs[at]?.ordinal ?? null,
    amount: rungs[at]?.reward ?? '',
    description: `Reward for ${referral.name} (successful referral ${rungs[at]?.ordinal})`,
  }));
  await addLines(tx, lines);
  return rungs;
}

/**
 * Gives the rungs of completed referrals back and writes the opposite of what each paid; the others keep
 * theirs. Needs the same kind of transaction as `takeRungs`.
 */
export async function freeRungs(
  tx: SqlEntityManager,
  referrals: readonly LadderReferral[],
): Promise<Rung> {
  const lines = referrals.map((referral) => ({
    referral,
    ordinal: null,
    amount: oppositeAmount(referral.reward),
    description: `Taken back: ${referral.name} is no longer completed`,
  }));
  await addLines(tx, lines);
  return { ordinal: null, reward: DEFAULT_REWARD };
}

interface Line {
  readonly referral: LadderReferral;
  /** The rung it pays for; null if it takes back. */
  readonly ordinal: number | null;
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
