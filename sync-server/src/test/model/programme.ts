import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';

/** A plain in-memory model of DESIGN.md's reward rules, to check the database's figures against. */
export interface ModelReferral {
  readonly id: string;
  status: ReferralStatus;
  ordinal: number | null;
  reward: string;
}

export interface ModelTier {
  readonly level: number;
  readonly min: number;
  readonly max: number | null;
  amount: string;
}

interface ModelAchievement {
  readonly title: string;
  readonly type: string;
  readonly requiredCount: number;
}

const DEFAULT = '$100';

/** One customer's side of the program. */
export class ModelCustomer {
  readonly referrals = new Map<string, ModelReferral>();
  readonly ledger: string[] = [];
  readonly earned = new Set<string>();
  isImpactKnown = false;

  submit(id: string): void {
    this.referrals.set(id, { id, status: 'submitted', ordinal: null, reward: DEFAULT });
  }

  setStatus(referral: ModelReferral, status: ReferralStatus, tiers: readonly ModelTier[]): void {
    if (referral.status === status) return;
    if (status === 'completed') this.#enter(referral, tiers);
    else if (referral.status === 'completed') this.#leave(referral);
    referral.status = status;
  }

  remove(referral: ModelReferral): void {
    if (referral.status === 'completed') this.#leave(referral);
    this.referrals.delete(referral.id);
  }

  /** What was earned once stays earned. */
  evaluate(achievements: readonly ModelAchievement[]): void {
    for (const { title, type, requiredCount } of achievements) {
      if (this.count(type) >= requiredCount) this.earned.add(title);
    }
  }

  count(type: string): number {
    if (type === 'referrals_submitted') return this.referrals.size;
    if (type === 'referrals_completed') return this.completed().length;
    return Math.floor(this.cents() / 100);
  }

  completed(): ModelReferral[] {
    return [...this.referrals.values()].filter(({ status }) => status === 'completed');
  }

  cents(): number {
    return this.ledger.reduce((sum, amount) => sum + parseCents(amount), 0);
  }

  #enter(referral: ModelReferral, tiers: readonly ModelTier[]): void {
    const held = new Set(this.completed().map(({ ordinal }) => ordinal));
    let n = 1;
    while (held.has(n)) n++;
    const [tier] = tiers
      .filter(({ min, max }) => min <= n && (max === null || n <= max))
      .toSorted((a, b) => b.min - a.min || b.level - a.level);
    referral.ordinal = n;
    referral.reward = tier?.amount ?? DEFAULT;
    this.ledger.push(referral.reward);
    this.isImpactKnown = true;
  }

  #leave(referral: ModelReferral): void {
    const { reward } = referral;
    this.ledger.push(parseCents(reward) === 0 ? `Reversed: ${reward}` : `-${reward}`);
    referral.ordinal = null;
    referral.reward = DEFAULT;
  }
}
