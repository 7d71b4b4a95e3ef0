/** Steps between the figures of an axis, at most; fewer if round numbers need fewer. */
const STEPS = 4;
const ROUND = [1, 2, 2.5, 5, 10];

/**
 * The figures of an axis from 0 to the first that is not below the highest value, in equal round steps: 0, 25, 50, 75.
 * A step is no fraction of `unit`.
 */
export function evenTicks(highest: number, unit = 1): number[] {
  const least = Math.max(highest / STEPS, unit);
  const power = 10 ** Math.floor(Math.log10(least));
  const step =
    ROUND.map((round) => round * power).find((one) => one >= least && one % unit === 0) ??
    10 * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
