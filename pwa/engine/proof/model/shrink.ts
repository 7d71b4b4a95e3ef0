import { runModel, type Failure } from './run-model.ts';
import type { ModelStep, Setting } from './steps.ts';

/** The most runs a shrink may take, which is done once, for whoever looks into the failure. */
const MOST_RUNS = 300;

/** Leaves out steps, many at once and then one by one, while the run still fails. */
export async function shrink(
  setting: Setting,
  steps: readonly ModelStep[],
): Promise<{ steps: ModelStep[]; failure: Failure | undefined }> {
  let left = [...steps];
  let failure = await runModel(setting, left);
  let runs = 0;
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = left.length - size; at > -size && runs < MOST_RUNS; at -= size) {
      const fewer = left.toSpliced(Math.max(0, at), size + Math.min(0, at));
      runs += 1;
      const still = await runModel(setting, fewer);
      if (!still) continue;
      left = fewer;
      failure = still;
    }
  }
  return { steps: left, failure };
}
