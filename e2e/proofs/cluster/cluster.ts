/**
 * `npm run proof cluster`: a cluster of Debian's own programs on loopback (three Patroni with PostgreSQL 15, three etcd, HAProxy,
 * three server processes), in which one thing after the other is killed, frozen or filled while 20 devices send 2,000 rows
 * each. `-- --mode asynchronous` lets standbys lag, `--pooler session` puts PgBouncer between, `--only killed` tries the faults
 * of that name, `--devices 4 --rows 200` are fewer; `--freeze etcd3` compares where Patroni keeps its lock. What is not
 * installed is named; `--install` installs it. `--keep` leaves the logs.
 */
import path from 'node:path';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { useOwnTemporaryFolder } from '../../run/own-temporary-folder.ts';
import { endWithSignal } from '../../run/end-with-signal.ts';
import { STORES } from './database.ts';
import { tryFreezing } from './freeze-trial.ts';
import { findMissing, install } from './packages.ts';
import { POOLINGS } from './pooler.ts';
import { endAll } from './program.ts';
import { rehearse } from './rehearse.ts';
import { findFaults, tableOf } from './report.ts';

const FREEZES = 3;
const MODES = ['synchronous', 'asynchronous'] as const;
const whole = v.pipe(v.string(), v.digits(), v.transform(Number));
const Options = v.object({
  mode: v.picklist(MODES),
  store: v.picklist(STORES),
  pooler: v.optional(v.picklist(POOLINGS)),
  freeze: v.optional(v.picklist(STORES)),
  devices: whole,
  rows: whole,
  only: v.string(),
  install: v.boolean(),
  keep: v.boolean(),
});

const text = (by: string) => ({ type: 'string', default: by }) as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    mode: text('synchronous'),
    store: text('etcd'),
    pooler: { type: 'string' },
    freeze: { type: 'string' },
    devices: text('20'),
    rows: text('2000'),
    only: text(''),
    install: flag,
    keep: flag,
  },
});
const options = v.parse(Options, values);
const missing = findMissing();
if (missing !== undefined && options.install) await install(missing);
else if (missing !== undefined) {
  console.log(
    `These are needed, none of them running by itself; --install installs them so:\n${missing}`,
  );
  process.exit(1);
}
const folder = useOwnTemporaryFolder();
console.log(`Logs are in ${folder}`);
const cleanUp = () => {
  endAll();
  if (!options.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
endWithSignal(cleanUp);
// The programs end with this process; their files go after them.
let isFine = false;
try {
  isFine = options.freeze ? await compareFreezing() : await runRehearsal();
} finally {
  cleanUp();
}
process.exit(isFine ? 0 : 1);

async function compareFreezing(): Promise<boolean> {
  const store = options.freeze ?? 'etcd';
  const lost = await tryFreezing(folder, store, FREEZES);
  console.log(`${store}: ${lost.join(', ')} acknowledged rows gone after ${FREEZES} freezes`);
  return lost.every((count) => count === 0);
}

async function runRehearsal(): Promise<boolean> {
  const { mode, store, pooler, devices, rows, only } = options;
  const isSynchronous = mode === 'synchronous';
  const startedAt = Date.now();
  const found = await rehearse({
    folder: path.join(folder, 'cluster'),
    store,
    pooling: pooler,
    isSynchronous,
    lagMs: isSynchronous ? 0 : 2000,
    devices,
    rows,
    only,
  });
  const { acknowledged, healed, lostStatuses, verdict } = found;
  console.log(`\n${mode}, ${devices} devices, ${rows} rows each\n\n${tableOf(found)}\n`);
  console.log({ acknowledged, healed, lostStatuses, ...verdict });
  console.log(`${Math.round((Date.now() - startedAt) / 1000)} s`);
  const faults = findFaults(found, isSynchronous);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  return faults.length === 0;
}
