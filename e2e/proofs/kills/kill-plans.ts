import * as v from 'valibot';
import { KILL_KINDS, type KillPlan, planKill } from './kill-plan.ts';

/** The variable by which the command tells Playwright's processes what to run. */
const VARIABLE = 'KILL_PLANS';

const Whole = v.pipe(v.string(), v.digits(), v.transform(Number));
const Wish = v.object({
  runs: Whole,
  rows: Whole,
  seed: Whole,
  /** All kinds in turn if absent. */
  kind: v.optional(v.picklist(KILL_KINDS)),
});

/** The variable with what was asked for; throws if that makes no sense. */
export function writePlans(wish: Readonly<Record<string, string>>): Record<string, string> {
  v.parse(Wish, wish);
  return { [VARIABLE]: JSON.stringify(wish) };
}

/** The plans of the command that started this process. */
export function readPlans(): KillPlan[] {
  const { runs, rows, seed, kind } = v.parse(Wish, JSON.parse(process.env[VARIABLE] ?? '{}'));
  const kinds = kind ? [kind] : KILL_KINDS;
  return Array.from({ length: runs }, (_, at) =>
    planKill(kinds[at % kinds.length] ?? 'browser', seed + at, rows),
  );
}
