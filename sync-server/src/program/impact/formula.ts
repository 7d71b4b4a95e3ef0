/** What one completed referral saves and what a metric ton of CO2 is equivalent to, from the settings. */
export interface ImpactFactors {
  readonly tonsPerReferral: number;
  readonly treesPerTon: number;
  readonly homesPerTon: number;
  readonly poundsPerTon: number;
}

export interface Impact {
  /** Metric tons of CO2, at most two decimals. */
  readonly carbonSavedTons: string;
  readonly treesEquivalent: number;
  readonly homesPowered: number;
  /** Whole pounds. */
  readonly pollutionReduced: string;
}

const TON_DECIMALS = 2;

/** The impact of a number of completed referrals. */
export function impactOf(completedCount: number, factors: ImpactFactors): Impact {
  const tons = completedCount * factors.tonsPerReferral;
  return {
    carbonSavedTons: String(Number(tons.toFixed(TON_DECIMALS))),
    treesEquivalent: Math.round(tons * factors.treesPerTon),
    homesPowered: Math.round(tons * factors.homesPerTon),
    pollutionReduced: String(Math.round(tons * factors.poundsPerTon)),
  };
}
