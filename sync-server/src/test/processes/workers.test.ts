// @module-tag sweep
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { TestClient } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { makeCustomer } from '../people.ts';
import { startWorkerGroup, type WorkerGroup } from './worker-group.ts';

const TOKEN = 'a secret of the tests';
/** As long as a device waits. Milliseconds. */
const PATIENCE_MS = 15_000;
const WAIT = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let group: WorkerGroup;
beforeAll(async () => {
  database = await createTestDatabase();
  group = await startWorkerGroup(envOf(3));
});
afterAll(async () => {
  await group.stop();
  await database.drop();
});

const envOf = (workers: number) => ({
  WEB_CONCURRENCY: String(workers),
  DATABASE_URL: database.url,
  SESSION_KEYS: 'a key of the workers',
  ADMIN_PASSWORD: 'correct horse',
  METRICS_TOKEN: TOKEN,
});

/** Asks three times at once, as who is signed in, until the returned function is called, which resolves with what went wrong. */
function keepAsking(client: TestClient): () => Promise<string[]> {
  const faults: string[] = [];
  const done = new AbortController();
  const ask = async () => {
    while (!done.signal.aborted) {
      try {
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const { status } = await client.fetch(requestPath(routes.currentUser, {}), { signal });
        if (status !== 200) faults.push(String(status));
      } catch (error) {
        faults.push(String(error));
      }
    }
  };
  const asking = Promise.all([ask(), ask(), ask()]);
  return async () => {
    done.abort();
    await asking;
    return faults;
  };
}

/** Refused sign-ins of all workers, as any of them says. */
async function countRefused(): Promise<number> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const text = await (await group.client().fetch('/metrics', { headers })).text();
  const counts = /_count\{method="POST",route="\/api\/login",status="401",worker="[123]"\} (\d+)/g;
  return [...text.matchAll(counts)].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('what an installation says once is said once, when all workers serve', async () => {
  await group.says('First sign-in');
  const count = (words: string) => group.lines.filter((line) => line.includes(words)).length;
  expect([count('Sunloop is ready'), count('First sign-in')]).toEqual([1, 1]);
});

test('every worker says of all of them how often something was asked', async () => {
  const before = await countRefused();
  const body = { email: 'nobody@example.com', password: 'wrong' };
  for (let asked = 0; asked < 3; asked += 1) await group.client().refuse(routes.logIn, { body });
  expect([await countRefused(), await countRefused(), await countRefused()]).toEqual([
    before + 3,
    before + 3,
    before + 3,
  ]);
});

test('a worker that was killed is replaced while the others answer', async () => {
  await expect.poll(group.serving, WAIT).toHaveLength(3);
  const [killed = 0] = group.serving();
  const { client } = await makeCustomer(group);
  const stopAsking = keepAsking(client);
  process.kill(killed, 'SIGKILL');
  await group.says(`Worker ${killed} ended by itself (killed by SIGKILL)`);
  await expect.poll(group.serving, WAIT).toHaveLength(3);
  expect(group.serving()).not.toContain(killed);
  // Of three callers at most each one's request, which it had begun or had not taken yet.
  expect((await stopAsking()).length).toBeLessThanOrEqual(3);
});

test('SIGHUP replaces the workers one by one, and no request fails', async () => {
  await expect.poll(group.serving, WAIT).toHaveLength(3);
  const before = group.serving();
  const from = group.lines.length;
  const { client } = await makeCustomer(group);
  const stopAsking = keepAsking(client);
  group.signal('SIGHUP');
  await group.says('All workers are replaced');
  expect(await stopAsking()).toEqual([]);
  const order = group.lines
    .slice(from)
    .flatMap((line) => /Worker \d+ (serves|is replaced)/.exec(line)?.[1] ?? []);
  expect(order).toEqual(Array.from({ length: 3 }, () => ['serves', 'is replaced']).flat());
  expect(group.serving().filter((pid) => before.includes(pid))).toEqual([]);
});

test('SIGTERM lets every worker finish what it was asked', async () => {
  // On a busy machine it may wait for long.
  const waits = { DATABASE_LOCK_TIMEOUT_MS: '0', DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
  const own = await startWorkerGroup({ ...envOf(3), ...waits, REQUEST_TIMEOUT_MS: '60000' });
  const client = own.client();
  const user = await client.signUp('draining');
  const holder = database.orm.em.fork();
  await holder.begin();
  await holder.execute('select 1 from users where id = ? for update', [user.id]);
  const sent = [1, 2, 3].map(() => {
    const id = uuidv7();
    return client.fetch('/api/referrals', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, name: 'Last One', email: `${id}@example.com` }),
    });
  });
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => database.orm.em.fork().execute(waiting), WAIT).toHaveLength(3);
  own.signal('SIGTERM');
  // Node answers nothing on a connection that comes at the very moment the last worker closes.
  const isRefused = () =>
    client.fetch('/healthz', { signal: AbortSignal.timeout(1000) }).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused, WAIT).toBe(true);
  await holder.commit();
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await own.ended).toBe(0);
  const pidOf = (answer: Response) => {
    const id = answer.headers.get('x-request-id') ?? '';
    return /"pid":(\d+)/.exec(own.lines.find((line) => line.includes(id)) ?? '')?.[1];
  };
  expect(new Set(answers.map(pidOf)).size).toBe(3);
});

test('what keeps the first worker from starting is said once, and ends all', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const failing = startWorkerGroup({ ...envOf(3), PORT: String(port) });
  await expect(failing).rejects.toThrow(
    new RegExp(`^[^\n]*\n[^]*Sunloop: Port ${port} is in use: set another PORT`),
  );
});

test('workers share one embedded database, which stops after them', async () => {
  const own = await startWorkerGroup({ WEB_CONCURRENCY: '2' });
  const client = own.client();
  const { id } = await client.signUp('shared');
  for (let asked = 0; asked < 4; asked += 1)
    expect((await client.call(routes.currentUser)).body.id).toBe(id);
  own.signal('SIGTERM');
  expect(await own.ended).toBe(0);
});

test('a new build that does not start leaves the old workers where they are', async () => {
  const { own, breakOthers } = await breakable();
  await expect.poll(own.serving, WAIT).toHaveLength(2);
  const before = own.serving();
  await breakOthers('cannot start');
  own.signal('SIGHUP');
  await own.says('A new worker did not start, and the old ones stay: this build is broken');
  // The one that did not start may be told of before it has ended.
  await expect.poll(() => own.serving()).toEqual(before);
});

test('a worker that is killed while it starts is started again, and those that serve go on', async () => {
  const own = await startWorkerGroup({ IS_STRUCK: 'yes' }, SHAM_CREW);
  onTestFinished(() => own.stop());
  await expect.poll(own.serving, WAIT).toHaveLength(2);
  expect(own.lines.join()).toContain('A worker did not start: a worker ended before it was ready');
  expect(own.lines.join()).not.toContain('Sunloop: ');
});

/** A file that breaks the workers of a sham crew once it is there. */
async function breakable() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-workers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const flag = path.join(folder, 'broken');
  const own = await startWorkerGroup({ BROKEN: flag }, SHAM_CREW);
  onTestFinished(() => own.stop());
  const breakOthers = (how: string) => writeFile(flag, how);
  const breakAll = async (how: string) => {
    await breakOthers(how);
    // Their lines may come after the one that says that all is ready.
    await expect.poll(own.serving, WAIT).toHaveLength(2);
    for (const pid of own.serving()) process.kill(pid, 'SIGKILL');
  };
  return { own, breakOthers, breakAll };
}

test('when no worker starts any more, all are given up in words', async () => {
  const { own, breakAll } = await breakable();
  await breakAll('cannot start');
  expect(await own.ended).toBe(1);
  const words = 'Sunloop: No worker starts any more, tried 5 times in a row: this build is broken';
  await own.says(words);
});

/** Far more ends than it takes to give up those that do not start. */
const MANY_ENDS = 24;

test('workers that end again and again right after they served are never given up', async () => {
  const own = await startWorkerGroup({ IS_SHORT_LIVED: 'yes' }, SHAM_CREW);
  onTestFinished(() => own.stop());
  const ends = () => own.lines.filter((line) => line.includes('ended by itself')).length;
  await expect.poll(ends, WAIT).toBeGreaterThan(MANY_ENDS);
  expect(own.lines.join()).not.toContain('Sunloop: ');
});

test('nor are those that end before they say that they serve, with their port open already', async () => {
  const { own, breakAll } = await breakable();
  await breakAll('opens');
  const ends = () => own.lines.filter((line) => line.includes('did not start')).length;
  await expect.poll(ends, WAIT).toBeGreaterThan(MANY_ENDS);
  expect(own.lines.join()).not.toContain('Sunloop: ');
});

/** A supervisor of workers that serve nobody. */
const SHAM_CREW = {
  node: process.execPath,
  main: fileURLToPath(new URL('sham-crew.ts', import.meta.url)),
};
