import * as v from 'valibot';
import { makePerson, sessionCookies, uniqueWord } from '../../../fixtures/people.ts';
import { seedReferrals } from '../../../fixtures/many-referrals.ts';
import { makeBenchWorld, type BenchWorld } from '../bench-world.ts';
import { startContestant } from '../contestant-process.ts';
import { medians, type Measurements } from '../measurements.ts';
import { untilTidy } from '../until-tidy.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { ask, type Loaded, putLoad } from './load.ts';
import { askForAll, OPERATIONS, type Caller, type Operation } from './operations.ts';

export const CONNECTIONS = [1, 10, 50] as const;
export const OURS = 'Sunloop';
export const KOA = 'Koa + MikroORM';
/** The server of another checkout. */
const OTHER = 'Sunloop beside';
/** Shows what the indexes for lists cost: here a row has only its key and its person indexed. */
const LEAN = 'bare, two indexes';
const DROP_INDEXES = `drop index if exists referrals_user_newest, referrals_newest, referrals_user_version,
  referrals_version, referrals_status_newest`;
const MOST = 50;
const STORED = 200;
/**
 * Requests before those that count, to warm up caches and compile code: V8 compiles what has run some
 * thousand times, and the more code a contestant has, the later that is done.
 */
const WARM_UP = { reads: 4000, writes: 1000 };

export interface ServerOptions {
  readonly runs: number;
  readonly connections: readonly number[];
  /** Names of the operations; all by default. */
  readonly only?: readonly string[] | undefined;
  readonly profileTo?: string | undefined;
  /** Folder of another checkout, whose server is one more contestant. */
  readonly beside?: string | undefined;
}

/** The name under which a contestant's figure is kept. */
export const loadName = (operation: string, connections: number, contestant: string) =>
  `${operation} × ${connections}: ${contestant}`;

/** Parts b and e: the server and plain ones on copies of its database, in turn. */
export async function benchServer(measured: Measurements, options: ServerOptions): Promise<void> {
  const { only, connections: numbers, runs } = options;
  const operations = OPERATIONS.filter(({ name }) => !only || only.includes(name));
  if (operations.length === 0) throw new Error(`there is no job ${only?.join(', ')}`);
  const cells = operations.flatMap((operation) =>
    numbers.map((connections) => ({ operation, connections })),
  );
  const world = await makeBenchWorld(options.profileTo);
  const started: Stoppable[] = [];
  try {
    const callers = await makeCallers(world);
    const { places, urls } = await startContestants(world, started, options.beside);
    for (let run = 0; run < runs; run += 1) {
      // What the turn before wrote would otherwise slow down the reads of whoever autovacuum has not come to yet.
      for (const url of urls) await world.sql(url, 'vacuum (analyze)');
      for (const cell of cells) {
        await untilTidy(world.url);
        await compare({ measured, places, callers }, cell);
      }
    }
  } finally {
    await Promise.all(started.map((contestant) => contestant.stop()));
    await world.stop();
  }
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Where a contestant listens, and its process. */
interface Place {
  readonly port: number;
  readonly pid: number;
}

/** The contestants' places by name and all databases; what was started is kept in `started` to be stopped. */
async function startContestants(world: BenchWorld, started: Stoppable[], beside?: string) {
  const bare = await world.makeDatabase('bare', 'copy');
  const koa = await world.makeDatabase('koa', 'copy');
  const lean = await world.makeDatabase('lean', 'copy');
  const other = beside === undefined ? undefined : await world.makeDatabase('other', 'copy');
  await world.sql(lean, DROP_INDEXES);
  const start = async (file: string, url: string): Promise<Place> => {
    const contestant = await startContestant(file, { DATABASE_URL: url });
    started.push(contestant);
    return contestant;
  };
  const startOther = async (root: string, url: string): Promise<Place> => {
    const server = await world.startOther(root, url);
    started.push(server);
    return server;
  };
  const places: Record<string, Place> = {
    [OURS]: { port: world.app.port, pid: world.pid },
    bare: await start('server/bare-server.ts', bare),
    [KOA]: await start('server/koa-server.ts', koa),
    [LEAN]: await start('server/bare-server.ts', lean),
    ...(beside !== undefined &&
      other !== undefined && { [OTHER]: await startOther(beside, other) }),
  };
  return { places, urls: [world.url, bare, koa, lean, ...(other === undefined ? [] : [other])] };
}

/** What a load took, and the server's processor time for each request; milliseconds. */
interface Worked extends Loaded {
  readonly cpuMs: number;
}

interface Race {
  readonly measured: Measurements;
  readonly places: Readonly<Record<string, Place>>;
  readonly callers: readonly Caller[];
}

/**
 * How often contestants take turns within a cell. A slow second of the machine falls on one of them, and a figure is the
 * median of these. Over one connection a round takes a third of a second, so there are more.
 */
const roundsOf = (connections: number) => (connections === 1 ? 7 : 3);

async function compare(
  { measured, places, callers }: Race,
  { operation, connections }: { operation: Operation; connections: number },
): Promise<void> {
  const { name, isWrite = false, counts } = operation;
  const isHeavy = name.startsWith('push');
  const contestants = Object.entries(places).filter(([who]) => who !== LEAN || isWrite);
  const load = async ({ port, pid }: Place, count: number): Promise<Worked> => {
    const size = Math.ceil(count / connections);
    const asking = callers.slice(0, connections);
    const lists = asking.map((caller) => requestsOf(operation, { caller, port, size }));
    const requests = await Promise.all(lists);
    const before = await cpuTimeOf(pid);
    const loaded = await putLoad(port, requests);
    const cpuMs = ((await cpuTimeOf(pid)) ?? Number.NaN) - (before ?? Number.NaN);
    return { ...loaded, cpuMs: cpuMs / (size * connections) };
  };
  if (!isHeavy) {
    for (const [, place] of contestants) await load(place, WARM_UP[isWrite ? 'writes' : 'reads']);
  }
  const results = new Map<string, Worked[]>();
  const rounds = isHeavy ? 1 : roundsOf(connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, place] of contestants) {
      const result = await load(place, counts[connections] ?? 0);
      results.set(who, [...(results.get(who) ?? []), result]);
    }
  }
  for (const [who, all] of results) {
    const figure = loadName(name, connections, who);
    const { perSecond, p50Ms, p99Ms, cpuMs } = medians(all);
    measured.add(figure, 'req/s', perSecond);
    measured.add(`${figure}, p50`, 'ms', p50Ms);
    measured.add(`${figure}, p99`, 'ms', p99Ms);
    if (!Number.isNaN(cpuMs)) measured.add(`${figure}, processor a request`, 'ms', cpuMs);
    const words = `p99 ${p99Ms.toFixed(1)} ms, processor ${cpuMs.toFixed(2)} ms`;
    console.log(`${figure}: ${Math.round(perSecond)}/s, ${words}`);
  }
}

const Cursor = v.pipe(v.string(), v.parseJson(), v.object({ cursor: v.string() }));

async function requestsOf(
  { make }: Operation,
  { caller, port, size }: { caller: Caller; port: number; size: number },
): Promise<Buffer[]> {
  const { cursor } = v.parse(Cursor, await ask(port, askForAll(caller)));
  return Array.from({ length: size }, () => make(caller, uniqueWord(), cursor));
}

/** People with one session each and equally many referrals. */
async function makeCallers({ app }: BenchWorld): Promise<Caller[]> {
  const callers: Caller[] = [];
  while (callers.length < MOST) {
    const person = await makePerson(app);
    await seedReferrals(app, person, STORED);
    const cookies = await sessionCookies(app, person);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    callers.push({ userId: person.id, cookie });
  }
  await app.sql('analyze');
  return callers;
}
