import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import { v7 as uuidv7 } from 'uuid';
import { conflict } from '../../http/errors.ts';
import { oppositeAmount, type Part, partOf } from './amounts.ts';
import { RewardHistoryEntity } from './entities.ts';
import { findFreeRungs, type FreeRung } from './free-rungs.ts';

/** The referral that takes a rung or gives it back. */
interface LadderReferral {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly reward: string;
}

/** A referral with how much of its rung it is paid. */
export interface PartReferral {
  readonly referral: LadderReferral;
  readonly part: Part;
}

/** The rung a referral holds while it is completed, or what it shows when it is not. */
export interface Rung {
  readonly ordinal: number | null;
  readonly reward: string;
}

/** Completed, and paid nothing: somebody else is paid for the person. */
const UNPAID: Rung = { ordinal: null, reward: '$0' };

/**
 * Takes the lowest free rungs of one user's ladder for referrals that become completed, in order, and writes
 * what each pays to the ledger; one that pays nothing takes none. Call it once each time referrals become completed, in a
 * transaction that has locked the user's row; the database refuses a rung held twice. Throws 409 if what cannot be parted is to
 * be. Source: DESIGN.md, Rewards.
 */
export async function takeRungs(
  tx: SqlEntityManager,
  userId: string,
  referrals: readonly PartReferral[],
): Promise<Rung[]> {
  const taken = dealRungs(await rungsFor(tx, userId, referrals), referrals);
  const lines = taken.flatMap(({ referral: { referral, part }, rung, whole }): Line[] => {
    if (!rung) throw conflict('duplicate_referral', UNPARTABLE);
    const { ordinal, reward: amount } = rung;
    if (ordinal === null) return [];
    const share = part.of > 1 ? `, 1/${part.of} of ${whole}` : '';
    const description = `Reward for ${referral.name}${share} (successful referral ${ordinal})`;
    return [{ referral, ordinal, amount, description }];
  });
  await addLines(tx, lines);
  return taken.flatMap(({ rung }) => rung ?? []);
}

/** Why a referral is not completed, or nothing is decided. */
export const UNPARTABLE =
  'What this referral would pay is no money, so it cannot be split: decide that one of them is paid';

/** Those of one user's referrals that cannot become completed, in this order, because what they pay cannot be parted. */
export async function findUnpartable(
  tx: SqlEntityManager,
  userId: string,
  referrals: readonly PartReferral[],
): Promise<ReadonlySet<string>> {
  if (referrals.every(({ part }) => part.of < 2)) return new Set();
  const dealt = dealRungs(await rungsFor(tx, userId, referrals), referrals);
  return new Set(dealt.flatMap(({ rung, referral }) => (rung ? [] : referral.referral.id)));
}

async function rungsFor(
  tx: SqlEntityManager,
  userId: string,
  { length: count }: readonly PartReferral[],
): Promise<FreeRung[]> {
  const rungs = (await findFreeRungs(tx, [{ userId, count }])).get(userId) ?? [];
  if (rungs.length !== count) throw new Error('there is always a free rung');
  return rungs;
}

interface Dealt<Of> {
  readonly referral: Of;
  /** Undefined if what the rung pays cannot be parted; the next referral is then dealt that rung. */
  readonly rung: Rung | undefined;
  /** What the rung pays in full. */
  readonly whole: string;
}

/** Deals rungs to referrals in their order, to each its part; there must be as many. */
export function dealRungs<Of extends { readonly part: Part }>(
  rungs: readonly FreeRung[],
  referrals: readonly Of[],
): Dealt<Of>[] {
  let next = 0;
  return referrals.map((referral) => {
    const { part } = referral;
    const free = rungs[next];
    if (!free || part.of === 0) return { referral, rung: UNPAID, whole: '' };
    const reward = partOf(free.reward, part);
    if (reward === undefined) return { referral, rung: undefined, whole: free.reward };
    next += 1;
    return { referral, rung: { ordinal: free.ordinal, reward }, whole: free.reward };
  });
}

/** Why a reward is taken back. */
type TakenBack = 'is no longer completed' | 'was also referred by somebody else';

/**
 * Gives the rungs of completed referrals back and writes the opposite of what each paid; the others keep
 * theirs. Those that paid nothing have none. Needs the same kind of transaction as `takeRungs`.
 */
export async function freeRungs(
  tx: SqlEntityManager,
  referrals: readonly PartReferral[],
  why: TakenBack = 'is no longer completed',
): Promise<Rung> {
  const lines = referrals
    .filter(({ part }) => part.of > 0)
    .map(({ referral }) => ({
      referral,
      ordinal: null,
      amount: oppositeAmount(referral.reward),
      description: `Taken back: ${referral.name} ${why}`,
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
  if (lines.length === 0) return;
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
