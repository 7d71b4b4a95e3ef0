/**
 * `npm run bench`: how fast the app and its server are, beside contestants in the same run, and whether that
 * keeps what was promised; README.md says how to read it. Exits with 1 if a target fails.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchCompression } from './compression.ts';
import { benchEnqueue } from './enqueue/bench-enqueue.ts';
import { Measurements } from './measurements.ts';
import { benchRefresh } from './refresh/bench-refresh.ts';
import { benchReplay } from './replay/replay.ts';
import { benchPolls } from './server/bench-polls.ts';
import { benchServer, CONNECTIONS } from './server/bench-server.ts';
import { TARGETS } from './targets.ts';
import { judge, medianTable, partsOf, verdictTable, type Part } from './verdicts.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    runs: { type: 'string', default: '3' },
    rows: { type: 'string', default: '1000,10000' },
    json: { type: 'string' },
    profile: { type: 'string' },
    only: { type: 'string', multiple: true },
    beside: { type: 'string' },
  },
});
const runs = Number(values.runs);
const rows = values.rows.split(',').map(Number);
const { only, beside, profile: profileTo } = values;
const chosen = partsOf(values.part);

const BENCHES: Readonly<Record<Part, (measured: Measurements) => Promise<void>>> = {
  a: (measured) => benchReplay(measured, { runs, rows, profileTo }),
  b: (measured) =>
    benchServer(measured, { runs, connections: CONNECTIONS, only, profileTo, beside }),
  c: (measured) => benchRefresh(measured, { runs }),
  d: (measured) => benchEnqueue(measured, { runs }),
  e: (measured) => benchPolls(measured, { runs }),
  compression: (measured) => benchCompression(measured, { runs }),
};

// What was started is ended when this process exits; a bare signal would skip that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const measured = new Measurements();
for (const part of chosen) await BENCHES[part](measured);
const verdicts = judge(
  TARGETS.filter(({ part }) => chosen.includes(part)),
  measured,
);
console.log(`\n${medianTable(measured)}\n\n${verdictTable(verdicts)}\n`);
if (values.json !== undefined) {
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model };
  const series = Object.fromEntries(
    [...measured.series].map(([name, one]) => [name, { ...one, median: measured.median(name) }]),
  );
  await writeFile(values.json, JSON.stringify({ machine, runs, rows, series, verdicts }, null, 2));
}
if (verdicts.some(({ word }) => word === 'FAIL')) process.exitCode = 1;
