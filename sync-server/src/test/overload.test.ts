import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { REQUEST_DEADLINES, type Deadlines } from '../db/deadlines.ts';
import type { Orm } from '../db/orm.ts';
import { openOrm } from '../../operate/start/open-orm.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeCustomer, type TestPerson } from './people.ts';
import { DEFAULT_BOUNDS } from '../http/bounds/bounds.ts';
import { startTestServer, type TestServer } from './server.ts';
import { waitUntilBlocked } from './waiting.ts';

let database: TestDatabase;
/** Signs people up without the bounds of a test. */
let unbounded: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  unbounded = await startTestServer({ database });
});
afterAll(async () => {
  await unbounded.close();
  await database.drop();
});

async function signUpAt({ url }: TestServer): Promise<TestPerson> {
  const { client, user } = await makeCustomer(unbounded);
  return { client: client.at(url), user };
}

interface Bounds {
  readonly deadlines?: Partial<Deadlines>;
  readonly poolSize?: number;
  readonly queueMax?: number;
  readonly writesWaiting?: number;
  readonly requestMs?: number;
  readonly callsAtOnce?: number;
}

/** No deadlines, except those a test sets. */
const LONG = {
  statementMs: 0,
  lockMs: 0,
  idleTransactionMs: 0,
  connectMs: 60_000,
  queueMs: 60_000,
};

async function startBounded({
  deadlines,
  poolSize = 4,
  queueMax = 20,
  writesWaiting = 20,
  requestMs = 60_000,
  callsAtOnce = 128,
}: Bounds): Promise<TestServer & { boundedOrm: Orm }> {
  const orm = await openOrm({
    url: database.url,
    bounds: { deadlines: { ...REQUEST_DEADLINES, ...LONG, ...deadlines }, poolSize, queueMax },
    log: () => {},
  });
  const bounds = {
    ...DEFAULT_BOUNDS,
    requestMs,
    callsAtOnce: { most: callsAtOnce, least: callsAtOnce },
    writesPerUser: 2,
    writesWaitingPerUser: writesWaiting,
  };
  const server = await startTestServer({ database, orm, bounds });
  onTestFinished(async () => {
    await server.close();
    await orm.close(true);
  });
  return { ...server, boundedOrm: orm };
}

/** Locks a user's row as a hanging transaction would, until told to release it. */
async function holdRowOf({ user }: TestPerson): Promise<() => Promise<void>> {
  const holder = database.orm.em.fork();
  await holder.begin();
  await holder.execute('select 1 from users where id = ? for update', [user.id]);
  let isHeld = true;
  const letGo = async () => {
    if (isHeld) await holder.rollback();
    isHeld = false;
  };
  onTestFinished(letGo);
  return letGo;
}

function push({ client }: TestPerson, signal?: AbortSignal): Promise<Response> {
  const id = randomUUID();
  return client.fetch('/api/sync/push', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ referrals: [{ id, name: 'Some Body', email: `${id}@example.com` }] }),
    ...(signal && { signal }),
  });
}

test('a user whose row is locked and who pushes twelve times does not slow down the others', async () => {
  const server = await startBounded({ writesWaiting: 4 });
  const [owner, other] = [await signUpAt(server), await signUpAt(server)];
  const letGo = await holdRowOf(owner);
  const pushes = Array.from({ length: 12 }, () => push(owner));
  await waitUntilBlocked(database);
  expect((await other.client.call(routes.stats)).status).toBe(200);
  expect((await other.client.fetch('/readyz')).status).toBe(200);
  expect((await push(other)).status).toBe(200);
  const first = await Promise.race(pushes);
  expect(first.status).toBe(429);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  await letGo();
  const statuses = (await Promise.all(pushes)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(6);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
});

test('a write that waits too long for a locked row is 503 and may be sent again', async () => {
  const server = await startBounded({ deadlines: { lockMs: 50 } });
  const owner = await signUpAt(server);
  const letGo = await holdRowOf(owner);
  const refused = await push(owner);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  expect(refused.headers.get('retry-after')).toBe('2');
  await letGo();
  expect((await push(owner)).status).toBe(200);
});

test('a statement that takes too long is 503', async () => {
  const server = await startBounded({ deadlines: { statementMs: 50 } });
  const owner = await signUpAt(server);
  await holdRowOf(owner);
  expect((await push(owner)).status).toBe(503);
});

test('a query whose caller has gone ends, although what it waits for is still locked', async () => {
  const server = await startBounded({ deadlines: { callerCheckMs: 50 }, poolSize: 1 });
  const owner = await signUpAt(server);
  await holdRowOf(owner);
  const caller = new AbortController();
  const gone = push(owner, caller.signal).catch(() => 'gone');
  await waitUntilBlocked(database);
  caller.abort();
  expect(await gone).toBe('gone');
  await vi.waitUntil(async () => (await countWaiting()) === 0, { timeout: 60_000, interval: 20 });
  expect((await owner.client.call(routes.stats)).status).toBe(200);
});

test('when too many wait for a connection, the next is refused at once', async () => {
  const server = await startBounded({ poolSize: 1, queueMax: 1 });
  const [owner, other] = [await signUpAt(server), await signUpAt(server)];
  const letGo = await holdRowOf(owner);
  const write = push(owner);
  await waitUntilBlocked(database);
  const waiting = server.boundedOrm.em.fork().execute('select 1');
  const refused = await other.client.fetch('/api/stats');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect((await other.client.fetch('/readyz')).status).toBe(200);
  await letGo();
  expect((await write).status).toBe(200);
  await waiting;
  expect((await other.client.fetch('/api/stats')).status).toBe(200);
});

test('a request ends with its deadline, whatever it waits for, and so do its queries', async () => {
  const server = await startBounded({ requestMs: 2000 });
  const [owner, other] = [await signUpAt(server), await signUpAt(server)];
  const letGo = await holdRowOf(owner);
  const refused = await push(owner);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  await vi.waitUntil(async () => (await countWaiting()) === 0, { timeout: 60_000, interval: 20 });
  expect((await push(other)).status).toBe(200);
  await letGo();
  expect((await push(owner)).status).toBe(200);
});

test('who waits too long for a connection is refused rather than served late', async () => {
  const server = await startBounded({ poolSize: 1, deadlines: { queueMs: 50 } });
  const [owner, other] = [await signUpAt(server), await signUpAt(server)];
  const letGo = await holdRowOf(owner);
  const write = push(owner);
  await waitUntilBlocked(database);
  const refused = await other.client.fetch('/api/stats');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  await letGo();
  expect((await write).status).toBe(200);
  expect((await other.client.fetch('/api/stats')).status).toBe(200);
});

test('beyond the calls at work the next is refused, before it is read; who waits for a body or a turn does not count', async () => {
  const server = await startBounded({ callsAtOnce: 3 });
  const [owner, other] = [await signUpAt(server), await signUpAt(server)];
  const letGo = await holdRowOf(owner);
  // Two run and one waits for its turn.
  const writes = [push(owner), push(owner), push(owner)];
  await vi.waitUntil(async () => (await countWaiting()) === 2, { timeout: 60_000, interval: 20 });
  const slow = sendSlowly(server.url);
  const isServed = async () => (await other.client.fetch('/api/stats')).ok;
  await vi.waitUntil(isServed, { timeout: 60_000, interval: 20 });
  const letOtherGo = await holdRowOf(other);
  const third = push(other);
  await vi.waitUntil(async () => (await countWaiting()) === 3, { timeout: 60_000, interval: 20 });
  // Whoever reads this body waits for ever.
  const refused = await sendSlowly(server.url).answer;
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.headers.get('x-sunloop')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  expect((await other.client.fetch('/healthz')).status).toBe(200);
  expect((await other.client.fetch('/readyz')).status).toBe(200);
  await letGo();
  await letOtherGo();
  const answers = await Promise.all([...writes, third]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await other.client.fetch('/api/stats')).status).toBe(200);
  slow.leave();
});

/** Begins a call whose body never arrives completely. */
function sendSlowly(url: string): { answer: Promise<Response>; leave: () => void } {
  const aborter = new AbortController();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
  });
  const headers = { 'Content-Type': 'application/json' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  const answer = fetch(`${url}/api/signup`, { ...init, signal: aborter.signal });
  answer.catch(() => {});
  return { answer, leave: () => aborter.abort() };
}

async function countWaiting(): Promise<number> {
  const rows = await database.orm.em.fork().execute(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
