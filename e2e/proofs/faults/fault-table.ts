/**
 * `npm run proof fault-table`: every action of a person under every fault on the way to the server, with a table of
 * the results. Options go to Playwright, such as `-- -g "hang × quote"`. Fails if a cell fails.
 */
import { runPlaywright } from '../../run/run-playwright.ts';
import { reportTable } from './table-report.ts';

const startedAt = Date.now();
const table = reportTable(
  await runPlaywright('e2e/proofs/faults', { options: process.argv.slice(2) }),
);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${table.markdown}\n`);
const { passed, failed, missing } = table;
console.log(`${passed} cells passed, ${failed} failed, ${missing} not run, in ${minutes} min`);
