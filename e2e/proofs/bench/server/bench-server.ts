import * as v from 'valibot';
import { makePerson, sessionCookies, uniqueWord } from '../../../fixtures/people.ts';
import { seedReferrals } from '../../../fixtures/many-referrals.ts';
import { makeBenchWorld, type BenchWorld } from '../bench-world.ts';
import { startContestant, type Contestant } from '../contestant-process.ts';
import { medians, type Measurements } from '../measurements.ts';
import { ask, type Loaded, putLoad } from './load.ts';
import { askForAll, OPERATIONS, type Caller, type Operation } from './operations.ts';

export const CONNECTIONS = [1, 10, 50] as const;
export const OURS = 'Sunloop';
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
  readonly only?: readonly string[];
  readonly profileTo?: string | undefined;
}

/** The name under which a contestant's figure is kept. */
export const loadName = (operation: string, connections: number, contestant: string) =>
  `${operation} × ${connections}: ${contestant}`;

/** Parts b and e: the server and plain ones on copies of its database, in turn. */
export async function benchServer(measured: Measurements, options: ServerOptions): Promise<void> {
  const { only, connections: numbers, runs } = options;
  const operations = OPERATIONS.filter(({ name }) => !only || only.includes(name));
  const cells = operations.flatMap((operation) =>
    numbers.map((connections) => ({ operation, connections })),
  );
  const world = await makeBenchWorld(options.profileTo);
  const started: Contestant[] = [];
  try {
    const callers = await makeCallers(world);
    const { ports, urls } = await startContestants(world, started);
    for (let run = 0; run < runs; run += 1) {
      // What the turn before wrote would otherwise slow down the reads of whoever autovacuum has not come to yet.
      for (const url of urls) await world.sql(url, 'vacuum (analyze)');
      for (const cell of cells) await compare({ measured, ports, callers }, cell);
    }
  } finally {
    await Promise.all(started.map((contestant) => contestant.stop()));
    await world.stop();
  }
}

/** The contestants' ports by name and all databases; what was started is kept in `started` to be stopped. */
async function startContestants(world: BenchWorld, started: Contestant[]) {
  const bare = await world.makeDatabase('bare', 'copy');
  const koa = await world.makeDatabase('koa', 'copy');
  const lean = await world.makeDatabase('lean', 'copy');
  await world.sql(lean, DROP_INDEXES);
  const start = async (file: string, url: string) => {
    const contestant = await startContestant(file, { DATABASE_URL: url });
    started.push(contestant);
    return contestant.port;
  };
  const ports = {
    [OURS]: world.app.port,
    bare: await start('server/bare-server.ts', bare),
    'Koa + MikroORM': await start('server/koa-server.ts', koa),
    [LEAN]: await start('server/bare-server.ts', lean),
  };
  return { ports, urls: [world.url, bare, koa, lean] };
}

interface Race {
  readonly measured: Measurements;
  readonly ports: Readonly<Record<string, number>>;
  readonly callers: readonly Caller[];
}

/**
 * How often contestants take turns within a cell. A slow second of the machine falls on one of them, and a figure is the
 * median of these. Over one connection a round takes a third of a second, so there are more.
 */
const roundsOf = (connections: number) => (connections === 1 ? 7 : 3);

async function compare(
  { measured, ports, callers }: Race,
  { operation, connections }: { operation: Operation; connections: number },
): Promise<void> {
  const { name, isWrite = false, counts } = operation;
  const isHeavy = name.startsWith('push');
  const contestants = Object.entries(ports).filter(([who]) => who !== LEAN || isWrite);
  const load = async (port: number, count: number) => {
    const size = Math.ceil(count / connections);
    const asking = callers.slice(0, connections);
    const lists = asking.map((caller) => requestsOf(operation, { caller, port, size }));
    return putLoad(port, await Promise.all(lists));
  };
  if (!isHeavy) {
    for (const [, port] of contestants) await load(port, WARM_UP[isWrite ? 'writes' : 'reads']);
  }
  const results = new Map<string, Loaded[]>();
  const rounds = isHeavy ? 1 : roundsOf(connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, port] of contestants) {
      const result = await load(port, counts[connections] ?? 0);
      results.set(who, [...(results.get(who) ?? []), result]);
    }
  }
  for (const [who, all] of results) {
    const figure = loadName(name, connections, who);
    const { perSecond, p50Ms, p99Ms } = medians(all);
    measured.add(figure, 'req/s', perSecond);
    measured.add(`${figure}, p50`, 'ms', p50Ms);
    measured.add(`${figure}, p99`, 'ms', p99Ms);
    console.log(`${figure}: ${Math.round(perSecond)}/s, p99 ${p99Ms.toFixed(1)} ms`);
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
