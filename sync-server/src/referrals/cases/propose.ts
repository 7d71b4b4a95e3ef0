import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import {
  FIRST_COME_RULES,
  FIRST_COME_SETTING,
  type FirstComeRule,
  FIRST_TAKEN_DAYS,
  FIRST_TAKEN_DAYS_SETTING,
  type ReferralCase,
} from '@sunloop/shared-types/referrals/cases.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';

/** By which rule the desk proposes who is paid. */
export interface FirstCome {
  readonly rule: FirstComeRule;
  readonly days: number;
}

/** The rule as the settings have it. */
export async function findFirstCome(em: SqlEntityManager): Promise<FirstCome> {
  const rows = await em.execute<{ key: string; value: string }[]>(
    'select key, value from system_settings where key in (?, ?)',
    [FIRST_COME_SETTING, FIRST_TAKEN_DAYS_SETTING],
  );
  const of = new Map(rows.map(({ key, value }) => [key, value]));
  const rule = FIRST_COME_RULES.find((one) => one === of.get(FIRST_COME_SETTING));
  return {
    rule: rule ?? 'first_received',
    days: Number(of.get(FIRST_TAKEN_DAYS_SETTING) ?? FIRST_TAKEN_DAYS),
  };
}

type Claim = Pick<AdminReferral, 'id' | 'userId' | 'date' | 'createdAt'>;

/**
 * Whom the rule would pay of one person's referrals, the first received one first. A device's earlier claim of when it was
 * taken counts if it arrived within `days` of the first one's receipt. It only proposes: a person decides.
 */
export function propose(
  { rule, days }: FirstCome,
  members: readonly Claim[],
): ReferralCase['proposal'] {
  const [first] = members;
  if (!first || rule === 'ask') return null;
  if (rule === 'split') return { rule, paid: firstOfEach(members) };
  const until = Date.parse(first.createdAt) + days * DAY_MS;
  const [taken = first] = members
    .filter(({ createdAt }) => Date.parse(createdAt) <= until)
    .toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
  if (rule === 'first_received' || taken.date >= first.date) {
    return { rule: 'first_received', paid: [first.id] };
  }
  return { rule, paid: [taken.id] };
}

/** The first referral of each user. */
const firstOfEach = (members: readonly Claim[]) =>
  [...Map.groupBy(members, ({ userId }) => userId).values()].flatMap(([one]) => one?.id ?? []);
