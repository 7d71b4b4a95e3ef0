import { beforeAll, expect, test } from 'vitest';
import { drawRun } from './draw-steps.ts';
import { type Failure, runModel } from './run-model.ts';
import { shrink } from './shrink.ts';
import type { ModelStep, Setting } from './steps.ts';
import { TabKilled } from './tab.ts';

const { env } = process;
/**
 * `SYNC_SEED=n` repeats one run, and `SYNC_STEPS='[…]'` with it only that part of its list; `SYNC_SEEDS=n` tries that
 * many new ones. Test titles name their seeds. `npm test` without the sweeps (decision 50) tries fewer.
 */
const firstSeed = Number(
  env['SYNC_SEED'] ?? env['SYNC_FIRST_SEED'] ?? Math.floor(Math.random() * 1e9),
);
const seeds = env['SYNC_SEED']
  ? 1
  : Number(env['SYNC_SEEDS'] ?? (env['SUNLOOP_QUICK'] === undefined ? 60 : 24));
/** Seeds of one test, so that ten thousand do not make ten thousand lines. */
const SEEDS_A_TEST = 100;
const MOST_TOLD = 8;
const MINUTES = 60_000;

/** Tests of every `parts`th seed from the `part`th on, so that several workers share them. */
export function defineModelTests(part: number, parts: number): void {
  // What the engine loads late is there, because loading takes real time.
  beforeAll(async () => {
    await import('../../src/sync/read/send-lost.ts');
    await import('../../src/sync/acts/send-acts.ts');
    await import('../../src/sync/on-behalf/send-taken.ts');
  });
  const mine = Array.from({ length: seeds }, (_, at) => firstSeed + at).filter((seed) =>
    seeds === 1 ? part === 0 : seed % parts === part,
  );
  for (let at = 0; at < mine.length; at += SEEDS_A_TEST) {
    const some = mine.slice(at, at + SEEDS_A_TEST);
    const title = `every row, act and header keeps the rules (${some.length} seeds: ${some[0]}–${some.at(-1)})`;
    test(title, { timeout: 10 * MINUTES }, () => withoutKilled(() => runAll(some)));
  }
  if (mine.length === 0) test.skip('no seed is left for this part');
}

/** Between two runs, tabs of the one before may still say that they were killed. */
async function withoutKilled(work: () => Promise<void>): Promise<void> {
  const { error } = console;
  console.error = (...told: unknown[]) => {
    if (!told.some((each) => each instanceof TabKilled)) error(...told);
  };
  await work().finally(() => (console.error = error));
}

/** Only the first failure of each kind is shrunk and reported. */
async function runAll(some: readonly number[]): Promise<void> {
  const startedAt = performance.now();
  const told = new Map<string, string>();
  for (const seed of some) {
    const failed = await runSeed(seed);
    if (!failed) continue;
    const kind = kindOf(failed.failure);
    if (told.size < MOST_TOLD && !told.has(kind)) {
      told.set(kind, await tell(failed));
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`${(some.length / seconds).toFixed(1)} seeds a second\n`);
  if (told.size > 0) expect.fail([...told.values()].join('\n\n'));
}

interface Failed {
  seed: number;
  setting: Setting;
  steps: readonly ModelStep[];
  failure: Failure;
}

async function runSeed(seed: number): Promise<Failed | undefined> {
  const { setting, steps: all } = drawRun(seed);
  const steps = env['SYNC_STEPS'] ? (JSON.parse(env['SYNC_STEPS']) as ModelStep[]) : all;
  const failure = await runModel(setting, steps);
  return failure && { seed, setting, steps, failure };
}

/** The same for whomever it happened to. */
function kindOf({ faults }: Failure): string {
  return faults[0]?.replaceAll(/\b[os]\d+v?\d*\b|[\da-f-]{36}|\d+/g, '…') ?? '';
}

async function tell({ seed, setting, steps, failure }: Failed): Promise<string> {
  const shrunk = env['SYNC_STEPS'] ? { steps, failure } : await shrink(setting, steps);
  const replay = `SYNC_SEED=${seed} SYNC_STEPS='${JSON.stringify(shrunk.steps)}'`;
  const { at, faults } = shrunk.failure ?? failure;
  return `seed ${seed} (${JSON.stringify(setting)}), step ${at}: ${faults.join('; ')}\n${replay}`;
}
