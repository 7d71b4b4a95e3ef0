/**
 * The bench's short form, a sweep of CI: three ratios in about two minutes, whose limits are a third over what `npm run
 * bench` promises. Exits with 1 if one does not hold.
 */
import { makeBenchWorld } from './bench-world.ts';
import { Measurements } from './measurements.ts';
import { benchPages, ENGINE, pageName, ROW_LIMIT } from './replay/pages.ts';
import { startPlainContestants } from './replay/plain-contestants.ts';
import { judge, medianTable, type Target, verdictTable } from './verdicts.ts';

const SHOWN = 'My Referrals';
const FEW = 1000;
const STORED = 10_000;
/** Single figures differ by a third on a machine that is shared. */
const ROUNDS = 3;
/** What does not hold is measured again, and again: the ratio in the middle counts. */
const TURNS_MAX = 3;

const atMost = (name: string, limit: number, value: Target['value']): Target => ({
  part: 'a',
  name,
  unit: '×',
  limit,
  kind: 'at most',
  value,
});

const TARGETS: readonly Target[] = [
  atMost(
    `replay of 10,000 with ${SHOWN} open and 10,000 stored, of the engine alone`,
    1.8,
    (measured) => measured.ratio(pageName(SHOWN, STORED), pageName(ENGINE, STORED)),
  ),
  atMost('replay of 10,000 by the engine alone, of the row limit', 0.53, (measured) =>
    measured.ratio(pageName(ENGINE, STORED), pageName(ROW_LIMIT, STORED)),
  ),
  atMost('replay of 1,000 by the engine alone, of the row limit', 0.93, (measured) =>
    measured.ratio(pageName(ENGINE, 0, FEW), pageName(ROW_LIMIT, 0, FEW)),
  ),
];

// What was started is ended when this process exits; a bare signal would skip that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const measured = new Measurements();
const holds = () => judge(TARGETS, measured).every(({ word }) => word === 'pass');
const world = await makeBenchWorld();
try {
  const plain = await startPlainContestants(world);
  try {
    const race = { world, plain, measured };
    const rounds = ROUNDS;
    for (let turn = 1; turn === 1 || (!holds() && turn <= TURNS_MAX); turn += 1) {
      await benchPages(race, { stored: STORED, contestants: [ROW_LIMIT, ENGINE, SHOWN], rounds });
      await benchPages(race, { stored: 0, rows: FEW, contestants: [ROW_LIMIT, ENGINE], rounds });
      console.log(`\n${medianTable(measured)}\n\n${verdictTable(judge(TARGETS, measured))}\n`);
    }
  } finally {
    await plain.stop();
  }
} finally {
  await world.stop();
}
if (!holds()) process.exitCode = 1;
