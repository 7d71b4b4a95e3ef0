// @module-tag sweep
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { FAULTS, FRAMINGS, limitOf, type Framed } from './framings.ts';
import { hostileValue, spoil } from './hostile.ts';
import {
  makeHeads,
  METRICS_TOKEN,
  startProcessServer,
  type ProcessServer,
} from './process-server.ts';
import { sendRaw, statusesIn } from './raw-request.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 20_000);
const AT_ONCE = 8;
/** On a busy machine. */
const MOST_MS = 1_800_000;
/** After so many a new world is made, because some requests end sessions and delete what others ask for. */
const ROUND = 500;
/** A process that has only begun still grows; from this part of the requests on, only by so much. */
const WARM = 0.3;
const GROWTH_MAX = 1.25;
/** V8 tidies late if it may take gigabytes, and what is not tidied yet looks like what is lost. */
const SMALL_HEAP = '--max-old-space-size=160';
const MB = 1024 * 1024;

let running: ProcessServer;
beforeAll(async () => {
  running = await startProcessServer({ NODE_OPTIONS: SMALL_HEAP });
});
afterAll(() => running.close());

const { seed, ...random } = seededRandom('random requests');
const table = Object.entries<Route>(routes) as [RouteName, Route][];
type Heads = Awaited<ReturnType<typeof makeHeads>>;

interface Request extends Framed {
  readonly firstLine: string;
}

const sample = <Value>(values: fc.Arbitrary<Value>): Value =>
  fc.sample(values, { seed: random.int(2 ** 31), numRuns: 1 })[0] as Value;

const EXTRAS = [
  'Accept-Encoding: gzip',
  'Accept-Encoding: zstd, br',
  'If-None-Match: *',
  'Range: bytes=0-9',
  'Accept: text/html',
  'Sec-Fetch-Site: cross-site',
  'Origin: https://elsewhere.example',
  'Cookie: sunloop.sid=made-up',
  'X-Forwarded-Host: elsewhere.example',
  `X-Long: ${'x'.repeat(9000)}`,
];

function randomText(): string {
  const value = sample(hostileValue);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed().slice(0, 500);
}

/** A call with a body its route takes, one it refuses, or whatever was sent with it. */
function randomCall({ headOf, calls }: Heads): Request {
  const [name, route] = random.pick(table);
  const { entries = {} } = (route.query ?? {}) as { entries?: object };
  const keys = random.pick([[], [], Object.keys(entries)]);
  const query = keys.map((key) => [key, randomText()]);
  const access = random.pick([route.access, route.access, 'public', 'session', 'admin'] as const);
  const { firstLine, headers } = headOf(name, {
    access,
    ...(query.length > 0 && { query: Object.fromEntries(query) as Record<string, string> }),
  });
  const { body: schema } = route;
  const bodies = schema
    ? [() => sample(arbitraryOf(schema)), () => sample(spoil(arbitraryOf(schema)))]
    : [];
  const body = random.pick([() => calls[name].body, ...bodies])();
  const content = Buffer.from(JSON.stringify(body) ?? '');
  const frame = FRAMINGS[random.pick(['a right length', 'chunks', 'gzip in chunks'])];
  const framed = frame?.(content, limitOf(route)) ?? { headers: [], pieces: [], ending: 'wait' };
  const ending = random.int(10) === 0 ? 'cut' : framed.ending;
  const extra = random.pick([[], [random.pick(EXTRAS)]]);
  return { ...framed, firstLine, ending, headers: [...headers, ...framed.headers, ...extra] };
}

function randomMixture({ headOf }: Heads): Request {
  const [name, route] = random.pick(table);
  const limit = limitOf(route);
  const content = FAULTS[random.pick(Object.keys(FAULTS))]?.(limit) ?? Buffer.alloc(0);
  const framed = FRAMINGS[random.pick(Object.keys(FRAMINGS))]?.(content, limit);
  if (!framed) throw new Error('no such framing');
  const { firstLine, headers } = headOf(name);
  return { ...framed, firstLine, headers: [...headers, ...framed.headers] };
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'CONNECT',
  'BREW',
  'PRI',
];
const PATHS = [
  '/',
  '*',
  '//',
  '/%',
  '/%00',
  '/..%2f..%2fetc/passwd',
  'http://elsewhere.example/api/user',
  '/api/nowhere',
  '/API/login',
  '/refer/NOBODY1',
  '/receipts/NOBODY',
  '/requests/nobody',
  '/sw.js',
  '/metrics',
  '/healthz',
  '/api/openapi.json',
  `/${'x'.repeat(5000)}`,
  '/a b',
];

function oddRequest(): Request {
  const version = random.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', '']);
  const firstLine = `${random.pick(METHODS)} ${random.pick(PATHS)} ${version}`.trim();
  return { firstLine, headers: [random.pick(EXTRAS)], pieces: [], ending: 'wait' };
}

function randomRequest(heads: Heads): Request {
  const kind = random.int(10);
  if (kind < 6) return randomCall(heads);
  return kind < 9 ? randomMixture(heads) : oddRequest();
}

/** What the process says of itself. */
async function figures(): Promise<{ rssMb: number; startedAt: number }> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await running.group.client().fetch('/metrics', { headers })).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    rssMb: Math.round(read('process_resident_memory_bytes') / MB),
    startedAt: read('process_start_time_seconds'),
  };
}

type Counts = Record<number, number>;

/** Several at once, from a new world. */
async function sendRound(count: number, statuses: Counts): Promise<void> {
  // All worlds are made from one address.
  await running.server.sql('delete from rate_limits');
  const heads = await makeHeads(running.server);
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const { firstLine, ...framed } = randomRequest(heads);
      const answer = await sendRaw(running.group.origin, firstLine, framed);
      for (const status of statusesIn(answer)) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

test(
  'thousands of random requests to every route leave the same process, with as much memory',
  async () => {
    const before = await figures();
    const statuses: Counts = {};
    const memory: number[] = [];
    for (let sent = 0; sent < REQUESTS; sent += ROUND) {
      await sendRound(Math.min(ROUND, REQUESTS - sent), statuses);
      const { rssMb, startedAt } = await figures();
      expect(startedAt, `TEST_SEED=${seed}`).toBe(before.startedAt);
      memory.push(rssMb);
    }
    process.stdout.write(
      `${REQUESTS} random requests, TEST_SEED=${seed}\n` +
        `Answers by status: ${JSON.stringify(statuses)}\n` +
        `Memory (RSS) in MB, before and after each ${ROUND}: ${before.rssMb}, ${memory.join(', ')}\n`,
    );
    expect(running.group.lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
    const warm = memory[Math.floor(memory.length * WARM)] ?? 0;
    expect(memory.at(-1)).toBeLessThan(warm * GROWTH_MAX);
  },
  MOST_MS,
);
