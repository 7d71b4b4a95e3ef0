/**
 * `npm run proof restore-rehearsal`: 20 devices in real Chromium with 500 rows each; the server's state is kept, the devices
 * send more, admins change, delete and erase, the server is put back in each of three ways, and the devices come back in
 * random order, each twice. Ends with a table. `-- --devices 4 --rows 50 --seed 42` tries less.
 */
import { parseArgs } from 'node:util';
import { runPlaywright } from '../../run/run-playwright.ts';
import { tableOf } from './findings.ts';
import { writePlan } from './plan.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '20' },
    rows: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const report = await runPlaywright('e2e/proofs/restore', { env: writePlan(values) });
console.log(`\n${tableOf(report)}\n\n${values.rows} rows a device, seed ${values.seed}`);
