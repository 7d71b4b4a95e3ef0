/**
 * `npm run fault-table`: every action of a person under every fault of the way to the server, and the table of
 * what became of each cell. Options go to Playwright, as `-- -g "hang × quote"`. Fails where a cell does.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportTable } from './table-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sunloop-fault-table-'));
const file = path.join(folder, 'report.json');
const startedAt = Date.now();
const options = process.argv.slice(2);
const { status } = spawnSync('playwright', ['test', '-c', 'e2e/faults', ...options], {
  stdio: 'inherit',
  env: { ...process.env, E2E_REPORT: file },
});
const table = reportTable(JSON.parse(readFileSync(file, 'utf8')));
rmSync(folder, { recursive: true });
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${table.markdown}\n`);
const { passed, failed, missing } = table;
console.log(`${passed} cells passed, ${failed} failed, ${missing} not run, in ${minutes} min`);
if (status !== 0 || failed > 0) process.exitCode = 1;
