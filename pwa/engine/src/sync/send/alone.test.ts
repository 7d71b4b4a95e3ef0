import { beforeEach, expect, test } from 'vitest';
import { noteSyncState, patchSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, foreignHtml, hang } from '../../test/fake-answers.ts';
import { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest, Step } from '../../test/fake-step.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { BACKOFF_MAX_MS } from '../ground/backoff.ts';
import { drain } from './drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readNextWake } from './next-wake.ts';
import { pickEntry } from './pick-entry.ts';
import { connectionState, readStatus } from './status.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  const user = aUser();
  server = new FakeServer(user);
  clock = fixedDeps();
  db = await anOpenDb(user.id);
});

/** Makes something on the way answer in place of our server, or hang, for every request with this word in it. */
const blockRequestsWith = (word: string, step: Step) => {
  server.intercept = (request: SeenRequest) =>
    request.path === PUSH && JSON.stringify(request.body).includes(word) ? step : undefined;
};
const firewall = answerWith(() => foreignHtml(403));
const names = () => [...server.rows.values()].map(({ name }) => name).toSorted();
const sizes = () =>
  server.sentTo(PUSH).map(({ body }) => (body as { referrals: unknown[] }).referrals.length);
const enqueueEach = async (...all: string[]) => {
  for (const name of all) await enqueue(db, [aNewReferral({ name })]);
};

/** Continues as the page's timer would, for at most this many wakes. */
async function wake(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const { sendAt } = await readNextWake(db, clock.deps.now());
    if (sendAt === null) return;
    clock.advance(Math.max(0, sendAt - clock.deps.now()));
    await drain(db, clock.deps);
  }
}

test.each([
  ['a firewall’s 403', firewall],
  ['a hanging socket', hang],
  ['a connection that breaks', cutBefore],
  [
    'our header without our schema',
    answerWith(() => new Response('{}', { headers: { 'X-Sunloop': '1' } })),
  ],
] as const)('%s on one row lets everything after it pass (rule 29)', async (_, step) => {
  await enqueueEach('Cursed', 'Second', 'Third', 'Fourth');
  blockRequestsWith('Cursed', step);
  await drain(db, clock.deps);
  expect(names()).toEqual(['Fourth', 'Second', 'Third']);
  expect(connectionState(await readStatus(db, clock.deps.now()))).toEqual({
    kind: 'held-up',
    count: 1,
  });
  server.intercept = () => undefined;
  await wake(1);
  expect(names()).toEqual(['Cursed', 'Fourth', 'Second', 'Third']);
});

test('one such row in a batch of fifty holds up none of the other 49 (rule 29)', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => aNewReferral({ name: `Friend ${at}` }));
  await enqueue(db, rows.with(17, aNewReferral({ name: 'Cursed' })));
  await enqueueEach('Behind');
  blockRequestsWith('Cursed', firewall);
  const begunAt = clock.deps.now();
  await drain(db, clock.deps);
  expect(names()).toContain('Behind');
  for (let at = 0; at < 30 && server.rows.size < 50; at += 1) await wake(1);
  expect(server.rows.size).toBe(50);
  expect(await readStatus(db)).toMatchObject({ waiting: 1, rejected: 0, reach: 'ok' });
  expect(clock.deps.now() - begunAt).toBeLessThan(60_000);
});

test('when every request hangs, the queue rests after each was tried once (rule 29)', async () => {
  await enqueueEach('Ada', 'Bea', 'Cid', 'Dee');
  server.intercept = ({ path }) => {
    if (path !== PUSH) return undefined;
    // As long as the requests of a real page last.
    clock.advance(15_000);
    return hang;
  };
  await drain(db, clock.deps);
  expect(sizes()).toEqual([1, 1, 1, 1]);
  expect(connectionState(await readStatus(db, clock.deps.now())).kind).toBe('held-up');
  await wake(1);
  expect(sizes()).toHaveLength(8);
});

test('one such row that hangs does not split what is sent after it (rule 10)', async () => {
  await enqueueEach('Cursed');
  blockRequestsWith('Cursed', hang);
  await drain(db, clock.deps);
  const rows = Array.from({ length: 20 }, (_, at) => aNewReferral({ name: `Friend ${at}` }));
  await enqueue(db, rows);
  await drain(db, clock.deps);
  expect(sizes()).toEqual([1, 20]);
});

test('it is retried at growing intervals, and at once when the person asks (rules 8 and 29)', async () => {
  await enqueueEach('Cursed');
  blockRequestsWith('Cursed', firewall);
  await wake(6);
  const { sendAt } = await readNextWake(db, clock.deps.now());
  expect((sendAt ?? 0) - clock.deps.now()).toBeGreaterThan(10_000);
  server.intercept = () => undefined;
  await noteSyncState(db, { nextAt: 0 });
  await drain(db, clock.deps, { isUrgent: true });
  expect(names()).toEqual(['Cursed']);
});

test('an absent network causes one backoff for all, and no row steps behind (rule 8)', async () => {
  await enqueueEach('Ada', 'Bea', 'Cid');
  server.intercept = () => cutBefore;
  await drain(db, clock.deps);
  expect((await db.outbox.toArray()).map(({ rows, nextAt }) => [rows[0]?.name, nextAt])).toEqual([
    ['Ada', undefined],
    ['Bea', undefined],
    ['Cid', undefined],
  ]);
  expect(await readSyncState(db)).toMatchObject({ reach: 'offline', failures: 1 });
  expect(server.requests).toHaveLength(3);
});

test('when nothing gets through for long, each row is tried every few minutes although small questions pass (rule 29)', async () => {
  await enqueue(
    db,
    Array.from({ length: 40 }, () => aNewReferral()),
  );
  blockRequestsWith('email', firewall);
  const requestsIn = async (ms: number) => {
    const endsAt = clock.deps.now() + ms;
    const before = sizes().length;
    while (clock.deps.now() < endsAt) await wake(1);
    return sizes().length - before;
  };
  await requestsIn(20 * 60_000);
  expect(await requestsIn(BACKOFF_MAX_MS)).toBeLessThanOrEqual(40);
  expect(connectionState(await readStatus(db, clock.deps.now())).kind).toBe('held-up');
  server.intercept = () => undefined;
  await wake(60);
  expect(server.rows.size).toBe(40);
});

test('on a slow connection, sizes grow slowly and stay below the one that hung (rule 10)', async () => {
  const most = 50;
  for (let at = 0; at < 4; at += 1) {
    await enqueue(
      db,
      Array.from({ length: 500 }, () => aNewReferral()),
    );
  }
  server.intercept = ({ path, body }) =>
    path === PUSH && (body as { referrals: unknown[] }).referrals.length > most ? hang : undefined;
  await wake(40);
  expect(server.rows.size).toBe(2000);
  const hung = sizes().filter((size) => size > most).length;
  // 15 s each: the first few find the size; later ones check now and then whether the connection has improved.
  expect(hung / sizes().length).toBeLessThan(0.2);
});

test('a connection that improved is used in full again (rule 10)', async () => {
  await enqueue(
    db,
    Array.from({ length: 500 }, () => aNewReferral()),
  );
  server.script(PUSH, hang);
  await wake(40);
  expect(server.rows.size).toBe(500);
  for (let at = 0; at < 12; at += 1) {
    await enqueue(
      db,
      Array.from({ length: 500 }, () => aNewReferral()),
    );
  }
  await wake(3);
  expect(sizes().at(-1)).toBe(500);
});

test('requests do not share a slow connection (rule 10)', async () => {
  await enqueueEach('Ada', 'Bea', 'Cid');
  const beside = async (inFlight: number) =>
    (await pickEntry(db, clock.deps, { inFlight })).entry !== undefined;
  expect([await beside(1), await beside(2)]).toEqual([true, false]);
  await patchSyncState(db, { pace: { rows: 2, failedRows: 8, passed: 0 } });
  expect([await beside(0), await beside(1)]).toEqual([true, false]);
});

test('the answer to the request beside it shows that the server is there, without a question (rule 29)', async () => {
  await enqueueEach('Cursed', 'Second');
  const beside = Promise.withResolvers<void>();
  server.intercept = ({ path, body }) => {
    if (path !== PUSH) return cutBefore;
    const isCursed = JSON.stringify(body).includes('Cursed');
    if (isCursed)
      return () => Promise.reject(new TypeError('Failed to fetch')).finally(beside.resolve);
    return async (_, serve) => {
      await beside.promise;
      return serve();
    };
  };
  await drain(db, clock.deps);
  expect(names()).toEqual(['Second']);
  expect(await db.outbox.toArray()).toMatchObject([{ lastProblem: 'alone' }]);
});
