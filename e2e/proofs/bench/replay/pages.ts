import { seedReferrals } from '../../../fixtures/many-referrals.ts';
import { makeAdmin, makePerson, uniqueWord } from '../../../fixtures/people.ts';
import type { BenchWorld } from '../bench-world.ts';
import { type Measurements, median } from '../measurements.ts';
import { makeRows } from '../rows.ts';
import { untilTidy } from '../until-tidy.ts';
import { OPEN_PAGES, type OpenPage, queueInApp } from './app-device.ts';
import { buildEngine } from './engine-entry.ts';
import { queueInEngine } from './engine-device.ts';
import type { PlainContestants } from './plain-contestants.ts';
import { requireStored } from './stored.ts';

const PAGE_ROWS = 10_000;
/** How many referrals of the last hours the person has: those of today are counted, and a list of them is long. */
export const PAGES_STORED = [0, 10_000, 30_000] as const;
export const ENGINE = 'none, the engine alone';
export const ROW_LIMIT = 'none, the row limit';
type Contestant = OpenPage | typeof ENGINE | typeof ROW_LIMIT;
const ALL: readonly Contestant[] = [ROW_LIMIT, ENGINE, ...(Object.keys(OPEN_PAGES) as OpenPage[])];

export const pageName = (contestant: Contestant, stored: number, rows: number = PAGE_ROWS) =>
  `${rows} rows, ${stored} stored, open page: ${contestant}`;
export const savedName = (stored: number) =>
  `${PAGE_ROWS} rows saved from a file, ${stored} stored`;

export interface PagesRace {
  readonly world: BenchWorld;
  readonly plain: PlainContestants;
  readonly measured: Measurements;
}

export interface PagesTurn {
  readonly stored: number;
  readonly rows?: number;
  readonly contestants?: readonly Contestant[];
  /** How often they take turns; their figures are the medians. */
  readonly rounds?: number;
}

/** The replay with each page open, beside the engine in a page that shows nothing, and the row limit; in turn. */
export async function benchPages(
  race: PagesRace,
  { stored, rows = PAGE_ROWS, contestants = ALL, rounds = 1 }: PagesTurn,
): Promise<void> {
  const script = await buildEngine();
  const results = new Map<Contestant, Result[]>(contestants.map((one) => [one, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [contestant, known] of results)
      known.push(await replayOnce(race, { contestant, stored, rows, script }));
  }
  for (const [contestant, known] of results) {
    const elapsedMs = median(known.map((result) => result.elapsedMs)) ?? 0;
    race.measured.add(pageName(contestant, stored, rows), 'ms', elapsedMs);
    console.log(`${pageName(contestant, stored, rows)}: ${Math.round(elapsedMs)} ms`);
    const savedMs = median(known.flatMap((result) => result.savedMs ?? []));
    if (contestant === 'My Referrals' && rows === PAGE_ROWS && savedMs !== undefined)
      race.measured.add(savedName(stored), 'ms', savedMs);
  }
}

interface Result {
  readonly elapsedMs: number;
  readonly savedMs?: number;
}

interface Once {
  readonly contestant: Contestant;
  readonly stored: number;
  readonly rows: number;
  readonly script: string;
}

async function replayOnce(
  { world, plain }: PagesRace,
  { contestant, stored, rows: count, script }: Once,
): Promise<Result> {
  const { app } = world;
  if (contestant === ROW_LIMIT) {
    await untilTidy(world.url);
    return plain.replay('row-limit', { rows: count, stored, speed: 'fast' });
  }
  const person = await makePerson(app);
  if (contestant === 'desk') await makeAdmin(app, person);
  await seedReferrals(app, person, stored, '1 second');
  await untilTidy(world.url);
  const rows = makeRows(uniqueWord(), count);
  const device =
    contestant === ENGINE
      ? await queueInEngine(world, { person, rows, stored, script })
      : await queueInApp(world, { person, rows, stored, page: contestant });
  try {
    const { elapsedMs } = await device.replay('fast');
    await requireStored(world, person.id, stored + count);
    return { elapsedMs, savedMs: device.savedMs };
  } finally {
    await device.close();
  }
}
