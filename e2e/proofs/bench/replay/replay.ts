import { makePerson, uniqueWord } from '../../../fixtures/people.ts';
import { seedReferrals } from '../../../fixtures/many-referrals.ts';
import { makeBenchWorld, type BenchWorld } from '../bench-world.ts';
import { medians, type Measurements } from '../measurements.ts';
import { makeRows } from '../rows.ts';
import { untilTidy } from '../until-tidy.ts';
import { queueInApp, type QueuedDevice } from './app-device.ts';
import { nameOf, type Cell, type Replayed } from './cell.ts';
import { benchPages, PAGES_STORED } from './pages.ts';
import { startPlainContestants, type PlainContestants } from './plain-contestants.ts';
import { requireStored } from './stored.ts';

/** How many rows are sent one by one; the total is extrapolated, because all of them would take too long. */
const ONE_BY_ONE = { fast: 200, slow: 20 } as const;
const MANY_STORED = 10_000;
/**
 * How often the app and the row limit take turns where a ratio is judged on the fast line; their figures are the medians.
 * A replay of 1,000 rows takes 0.15 s, so that one slow moment of the machine decides a single one: the ratio was 0.42 to
 * 1.09 in thirty turns of one build. One of 10,000 takes 0.6 s: 0.28 to 0.40 in six turns.
 */
const ROUNDS = { few: 5, many: 3 } as const;
const FEW_ROWS = 1000;

export interface ReplayOptions {
  readonly runs: number;
  readonly rows: readonly number[];
  /** A folder for CPU profiles of page and server. */
  readonly profileTo?: string | undefined;
}

/** Part a: what waits is sent, by the app and by contestants, in turn. */
export async function benchReplay(measured: Measurements, options: ReplayOptions): Promise<void> {
  const world = await makeBenchWorld(options.profileTo);
  try {
    const plain = await startPlainContestants(world);
    try {
      const race = { world, plain, measured, profileTo: options.profileTo };
      for (let run = 0; run < options.runs; run += 1) await runTurn(race, options.rows);
    } finally {
      await plain.stop();
    }
  } finally {
    await world.stop();
  }
}

function cellsOf(rows: readonly number[]): Cell[] {
  const most = Math.max(...rows);
  return rows.flatMap((count): Cell[] => [
    { rows: count, stored: 0, speed: 'fast', isTwice: count === most },
    { rows: count, stored: MANY_STORED, speed: 'fast', isTwice: false },
    { rows: count, stored: 0, speed: 'slow', isTwice: false },
  ]);
}

interface Race {
  readonly world: BenchWorld;
  readonly plain: PlainContestants;
  readonly measured: Measurements;
  readonly profileTo: string | undefined;
}

async function runTurn(race: Race, rows: readonly number[]): Promise<void> {
  for (const cell of cellsOf(rows)) await runCell(race, cell);
  for (const stored of PAGES_STORED) await benchPages(race, { stored });
}

async function runCell(race: Race, cell: Cell): Promise<void> {
  const { measured, plain } = race;
  const note = (contestant: string, { elapsedMs, ...rest }: Replayed) => {
    measured.add(nameOf(cell, contestant), 'ms', elapsedMs);
    console.log(`${nameOf(cell, contestant)}: ${Math.round(elapsedMs)} ms`, JSON.stringify(rest));
    if (contestant !== 'Sunloop' && contestant !== 'row limit') return;
    measured.add(nameOf(cell, `${contestant}, longest task`), 'ms', rest.longestTaskMs);
    measured.add(nameOf(cell, `${contestant}, bytes sent of JSON`), '×', rest.sentShare);
    measured.add(nameOf(cell, `${contestant}, bytes received of JSON`), '×', rest.receivedShare);
  };
  const apps: Replayed[][] = [];
  const rowLimits: Replayed[] = [];
  for (let round = 0; round < roundsOf(cell); round += 1) {
    apps.push(await replayInApp(race, cell));
    rowLimits.push(await plain.replay('row-limit', cell));
  }
  note('Sunloop', medians(apps.flatMap(([first]) => first ?? [])));
  if (cell.isTwice) {
    note('Sunloop, second delivery', medians(apps.flatMap(([, second]) => second ?? [])));
  }
  note('row limit', medians(rowLimits));
  note('floor', await plain.replay('floor', cell));
  const few = { ...cell, rows: Math.min(cell.rows, ONE_BY_ONE[cell.speed]) };
  const single = await plain.replay('one-by-one', few);
  const elapsedMs = (single.elapsedMs * cell.rows) / few.rows;
  note('one POST a row', { ...single, elapsedMs });
}

function roundsOf({ rows, stored, speed }: Cell): number {
  if (speed === 'slow') return 1;
  if (rows > FEW_ROWS) return ROUNDS.many;
  return stored === 0 ? ROUNDS.few : 1;
}

/** The app's replay and, if wanted, that of the same file from a device that had no signal meanwhile. */
async function replayInApp(
  { world, profileTo }: Race,
  { rows: count, stored, speed, isTwice }: Cell,
): Promise<Replayed[]> {
  const { app } = world;
  const person = await makePerson(app);
  if (stored > 0) await seedReferrals(app, person, stored);
  await untilTidy(world.url);
  const rows = makeRows(uniqueWord(), count);
  const waiting: QueuedDevice[] = [];
  try {
    for (let device = 0; device < (isTwice ? 2 : 1); device += 1)
      waiting.push(await queueInApp(world, { person, rows, stored }));
    const replayed: Replayed[] = [];
    for (let [device] = waiting; device; [device] = waiting) {
      replayed.push(await device.replay(speed, profileTo));
      await requireStored(world, person.id, stored + count);
      // Neither what a device does afterwards nor housekeeping belongs to the next one's replay.
      await waiting.shift()?.close();
      await untilTidy(world.url);
    }
    return replayed;
  } finally {
    await Promise.all(waiting.map((device) => device.close()));
  }
}
