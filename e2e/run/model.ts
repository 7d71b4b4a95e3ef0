import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * `npm run proof model -- --seeds 10000 [--first n]`: the model test of `pwa/engine/src/sync` at full length, on two
 * workers. A failure is reported with its seed, the shortest list of steps that still fails, and how to
 * repeat it.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '10000' }, first: { type: 'string' } },
});
const seeds = Number(values.seeds);
const first = Number(values.first ?? Math.floor(Math.random() * 1e9));
if (!(seeds > 0) || !Number.isInteger(first)) throw new Error('--seeds and --first are numbers');
const startedAt = Date.now();
const { status } = spawnSync(
  'vitest',
  ['run', '--project', 'engine', '--maxWorkers', '2', 'pwa/engine/proof/model'],
  {
    stdio: 'inherit',
    env: { ...process.env, SYNC_SEEDS: String(seeds), SYNC_FIRST_SEED: String(first) },
  },
);
const seconds = (Date.now() - startedAt) / 1000;
const rate = (seeds / seconds).toFixed(1);
console.log(`${seeds} seeds from ${first} on in ${Math.round(seconds)} s, ${rate} a second`);
process.exitCode = status ?? 1;
