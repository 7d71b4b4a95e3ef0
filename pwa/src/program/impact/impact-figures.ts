import type { EnvironmentalImpact } from '@sunloop/shared-types/program/impact.ts';
import { percentOf } from '../../ui/progress-bar.tsx';

/** SPEC §9: the goal in metric tons of CO2, and the maximum of an empty ring. */
export const GOAL_TONS = 10;
export const EMPTY_RING_MAX = 100;

/** SPEC §2: what somebody without a completed referral reads. */
export const READY = 'Ready to Make an Impact?';

/** Count-up durations of SPEC §9, in milliseconds. */
const COUNT_UP_MS = { trees: 1800, homes: 2000, pollution: 2200, tons: 2500 } as const;

/** SPEC §4: the numbers start and the ring fills after about half a second. */
const START_AFTER_MS = 500;

/** How a figure counts up. */
export function countUp(figure: keyof typeof COUNT_UP_MS) {
  return { durationMs: COUNT_UP_MS[figure], delayMs: START_AFTER_MS };
}

/** The figures of the card; pounds of pollution, metric tons of CO2. */
export function impactFigures(impact: EnvironmentalImpact) {
  const tons = Number(impact.carbonSavedTons);
  return {
    tons,
    trees: impact.treesEquivalent,
    homes: impact.homesPowered,
    pollution: Number(impact.pollutionReduced),
    percent: percentOf(tons, GOAL_TONS),
    /** SPEC §9: half the tons, rounded. */
    cars: Math.round(tons / 2),
  };
}
