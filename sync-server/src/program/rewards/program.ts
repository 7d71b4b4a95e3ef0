import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { LADDER_STOPS, DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import type { LadderSpan, Programme } from '@sunloop/shared-types/program/ladder.ts';
import { type OpenReferral, rankOpen } from '@sunloop/shared-types/program/open-rungs.ts';
import type { Ladder, LadderRung, LadderStop } from '@sunloop/shared-types/program/own-ladder.ts';
import { rewardAt, type Span, spansOf } from '@sunloop/shared-types/program/tier-spans.ts';
import { formatCents, parseCents, writeMoney } from '@sunloop/shared-types/values/money.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { hasMail } from '../../messages/mail/mail-state.ts';
import { providerOf } from '../../accounts/sso/sso-state.ts';
import { findHelpContact, findRewardWords } from '../../ground/settings/queries.ts';
import { findFreeOrdinals } from './free-rungs.ts';
import { findOwnMoney } from './own-money.ts';
import { type ActiveTier, findPayingTiers } from './paying-tiers.ts';

/** What the program pays, by the same rule as the ledger, and whom to ask about it. */
export async function findProgramme(em: SqlEntityManager): Promise<Programme> {
  const sso = providerOf(em)?.name;
  return {
    ...programmeOf(await findPayingTiers(em)),
    help: await findHelpContact(em),
    ...(hasMail(em) && { hasMail: true }),
    ...(sso !== undefined && { sso }),
  };
}

/** The program, and where this user stands in it. */
export async function findLadder(em: SqlEntityManager, userId: string): Promise<Ladder> {
  const tiers = await findPayingTiers(em);
  const words = await findRewardWords(em);
  return {
    ...programmeOf(tiers),
    ...(await findComing(em, userId, tiers)),
    stops: await findStops(em, userId, tiers),
    money: await findOwnMoney(em, userId, words.usual?.paid ?? ''),
    ...words,
  };
}

type Coming = Required<Pick<Ladder, 'next' | 'free'>>;

/** The rungs that are free, and what the next completion pays. */
async function findComing(
  em: SqlEntityManager,
  userId: string,
  tiers: readonly ActiveTier[],
): Promise<Coming> {
  const free = await findFreeOrdinals(em, userId);
  const [ordinal] = free;
  if (ordinal === undefined) throw new Error('there is always a free rung');
  return { next: { ordinal, reward: writeMoney(rewardAt(tiers, ordinal)) }, free };
}

const FIND_OPEN = defineStatement(
  'find-open-referrals',
  `select id, status, share, extract(epoch from created_at)::float8 as age
   from referrals where user_id = $1 and status <> 'completed'`,
);

/** The rung that each open referral of the user takes if they are completed as they stand, by referral. */
export async function findOpenRungs(
  em: SqlEntityManager,
  userId: string,
): Promise<Map<string, LadderRung>> {
  const tiers = await findPayingTiers(em);
  const open = await runnerOf(em)<OpenReferral>(FIND_OPEN, [userId]);
  const { spans } = programmeOf(tiers);
  return rankOpen(open, { spans, ...(await findComing(em, userId, tiers)) });
}

function programmeOf(tiers: readonly ActiveTier[]): Programme {
  const spans = spansOf(tiers).map(presentSpan);
  const most = Math.max(...spans.map(({ cents }) => cents));
  return { spans, highest: most > 0 ? formatCents(most) : null };
}

function presentSpan({ from, to, tier }: Span<ActiveTier>): LadderSpan {
  const reward = tier?.rewardAmount ?? DEFAULT_REWARD;
  return {
    from,
    to,
    reward: writeMoney(reward),
    cents: parseCents(reward),
    tierName: tier?.name ?? null,
    description: tier?.description ?? null,
  };
}

// The newest line of a completed referral is the one that paid it: leaving `completed` writes a later one.
const FIND_HELD = defineStatement(
  'find-ladder-stops',
  `select r.ordinal, r.reward, r.id as "referralId", ${isoTime('paid.created_at', 'earnedAt')},
     ${isoTime('paid.paid_at', 'paidAt')}
   from referrals r left join lateral (
     select h.created_at, h.paid_at from reward_history h
     where h.user_id = r.user_id and h.referral_id = r.id
     order by h.created_at desc, h.id desc limit 1
   ) paid on true
   where r.user_id = $1 and r.ordinal <= ${LADDER_STOPS} order by r.ordinal`,
);

async function findStops(
  em: SqlEntityManager,
  userId: string,
  tiers: readonly ActiveTier[],
): Promise<LadderStop[]> {
  const held = await runnerOf(em)<LadderStop>(FIND_HELD, [userId]);
  const byOrdinal = new Map(held.map((stop) => [stop.ordinal, stop]));
  return Array.from({ length: LADDER_STOPS }, (_, at) => {
    const ordinal = at + 1;
    const stop = byOrdinal.get(ordinal) ?? {
      ordinal,
      reward: rewardAt(tiers, ordinal),
      referralId: null,
      earnedAt: null,
      paidAt: null,
    };
    return { ...stop, reward: writeMoney(stop.reward) };
  });
}
