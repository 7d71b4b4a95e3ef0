/**
 * `npm run proof kills`: real Chromium, real servers and a real PostgreSQL, one of which is killed (SIGKILL) at a
 * random moment while 1,000 waiting rows are sent; afterwards each row must be there exactly once. Ends with
 * a table. To repeat one run: `npm run proof kills -- --runs 1 --kind server --seed 42`.
 */
import { parseArgs } from 'node:util';
import { runPlaywright } from '../../run/run-playwright.ts';
import { writePlans } from './kill-plans.ts';
import { summarizeKills } from './kill-summary.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    rows: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kind: { type: 'string' },
  },
});
const startedAt = Date.now();
const report = await runPlaywright('e2e/proofs/kills', { env: writePlans(values) });
const { markdown, right, failed } = summarizeKills(report);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${markdown}\n`);
console.log(
  `${right} runs right, ${failed} failed; ${values.rows} rows, first seed ${values.seed}, ${minutes} min`,
);
