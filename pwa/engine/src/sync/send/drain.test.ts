import { beforeEach, describe, expect, test } from 'vitest';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb, aUser } from '../../test/builders.ts';
import {
  ackKill,
  answerWith,
  cutBefore,
  foreignHtml,
  hang,
  refusal,
} from '../../test/fake-answers.ts';
import { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { drain } from './drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readStatus } from './status.ts';
import { unsettledKeys } from './unsettled.ts';

const PUSH = '/api/sync/push';
const user = aUser();
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  server = new FakeServer(user);
  clock = fixedDeps();
  db = await anOpenDb(user.id);
  await Promise.all(db.tables.map((table) => table.clear()));
  await patchSyncState(db, { isOpen: true });
});

const batchSizes = (requests: SeenRequest[]) =>
  requests.map(({ body }) => (body as { referrals: unknown[] }).referrals.length);

const manyReferrals = (count: number) => Array.from({ length: count }, () => aNewReferral());

describe('drain', () => {
  test('sends a waiting row once, names its user and shows the stored row', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    await drain(db, clock.deps);
    expect([...server.rows.values()].map((row) => row.name)).toEqual(['Ada']);
    expect(server.sentTo(PUSH)[0]?.headers.get('X-Expected-User')).toBe(user.id);
    expect(await db.outbox.count()).toBe(0);
    expect((await db.referrals.toArray()).map((row) => row.name)).toEqual(['Ada']);
  });

  test('sends more than a kilobyte gzipped, in batches of 500', async () => {
    await enqueue(db, manyReferrals(1100));
    await drain(db, clock.deps);
    // Two go side by side, and the one that is compressed first leaves first.
    expect(batchSizes(server.sentTo(PUSH)).toSorted((a, b) => b - a)).toEqual([500, 500, 100]);
    expect(server.sentTo(PUSH)[0]?.headers.get('Content-Encoding')).toBe('gzip');
    expect(server.rows.size).toBe(1100);
  });

  test('ends with one row when the answer is lost after commit, five times (rule 5)', async () => {
    await enqueue(db, [aNewReferral()]);
    for (let time = 0; time < 5; time += 1) {
      server.script(PUSH, ackKill);
      await drain(db, clock.deps);
      expect((await readStatus(db)).waiting).toBe(1);
      clock.advance(10 * 60_000);
    }
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(1);
    expect(await readStatus(db)).toMatchObject({ waiting: 0, rejected: 0 });
  });

  test.each([
    ['a captive portal’s 200', () => foreignHtml(200), 'captive'],
    ['a network that wants a sign-in (511)', () => foreignHtml(511), 'captive'],
    ['an edge’s bare 404', () => foreignHtml(404), 'server-away'],
    ['a proxy’s 403', () => foreignHtml(403), 'server-away'],
    ['a proxy’s 502', () => foreignHtml(502), 'server-away'],
    ['our 200 with {}', () => new Response('{}', { headers: { 'X-Sunloop': '1' } }), 'server-away'],
    [
      'our 200 without JSON',
      () => new Response('ok', { headers: { 'X-Sunloop': '1' } }),
      'server-away',
    ],
  ] as const)('keeps the row after %s (rule 3)', async (_, make, reach) => {
    await enqueue(db, [aNewReferral()]);
    server.intercept = () => answerWith(make);
    await drain(db, clock.deps);
    expect(await readStatus(db)).toMatchObject({ waiting: 1, rejected: 0, reach });
  });

  test('is not tried again before the backoff is over, and the backoff doubles (rule 8)', async () => {
    await enqueue(db, [aNewReferral()]);
    server.intercept = () => cutBefore;
    await drain(db, clock.deps);
    await drain(db, clock.deps);
    expect(server.sentTo(PUSH)).toHaveLength(1);
    clock.advance(1000);
    await drain(db, clock.deps);
    expect((await readSyncState(db)).nextAt).toBe(clock.deps.now() + 2000);
  });

  test('waits out Retry-After even when something new is enqueued (rule 8)', async () => {
    await enqueue(db, [aNewReferral()]);
    server.script(
      PUSH,
      answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': '30' })),
    );
    await drain(db, clock.deps);
    await enqueue(db, [aNewReferral()]);
    clock.advance(29_999);
    await drain(db, clock.deps);
    expect(server.sentTo(PUSH)).toHaveLength(1);
    clock.advance(1);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(2);
  });

  test('returns to an unavailable server at the time it gave, not before (rule 8)', async () => {
    await enqueue(db, [aNewReferral()]);
    server.intercept = () => answerWith(() => refusal(503, 'unavailable', { 'Retry-After': '30' }));
    await drain(db, clock.deps);
    server.intercept = () => undefined;
    await enqueue(db, [aNewReferral()]);
    clock.advance(29_999);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(0);
    expect((await readSyncState(db)).reach).toBe('server-away');
    clock.advance(1);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(2);
  });

  test.each([
    [401, 'unauthenticated', 'sign-in'],
    [403, 'inactive', 'inactive'],
    [409, 'user_mismatch', 'wrong-user'],
    [405, 'method_not_allowed', 'update-needed'],
  ] as const)('stops at %i %s and loses nothing (rule 7)', async (status, code, blocked) => {
    await enqueue(db, manyReferrals(3));
    server.script(
      PUSH,
      answerWith(() => refusal(status, code)),
    );
    await drain(db, clock.deps);
    clock.advance(60 * 60_000);
    await drain(db, clock.deps);
    expect(server.sentTo(PUSH)).toHaveLength(1);
    expect(await readStatus(db)).toMatchObject({ waiting: 3, rejected: 0, blocked });
    expect((await db.outbox.toArray())[0]?.attempts).toBe(0);
  });

  test.each([
    ['a pause', () => refusal(429, 'rate_limited', { 'Retry-After': '30' })],
    ['a sign-in', () => refusal(401, 'unauthenticated')],
  ])(
    'once the server wants %s, nothing follows what is on its way (rules 7 and 8)',
    async (_, make) => {
      for (const row of manyReferrals(6)) await enqueue(db, [row]);
      server.intercept = ({ path }) => (path === PUSH ? answerWith(make) : undefined);
      await drain(db, clock.deps);
      expect(server.sentTo(PUSH)).toHaveLength(2);
      expect((await readStatus(db)).waiting).toBe(6);
    },
  );

  test('keeps a refused row with its reason and sends the others (rule 9)', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' }), aNewReferral({ name: 'B' })]);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(1);
    expect(await db.rejected.toArray()).toMatchObject([
      { code: 'invalid', error: 'Refused: invalid', row: { name: 'B' } },
    ]);
    expect(await db.outbox.count()).toBe(0);
  });

  test('halves a refused batch down to the one row at fault, and grows back (rule 10)', async () => {
    const poison = aNewReferral({ name: 'Poison' });
    await enqueue(db, [...manyReferrals(7), poison, ...manyReferrals(8)]);
    const names = ({ body }: SeenRequest) =>
      (body as { referrals: { name: string }[] }).referrals.map(({ name }) => name);
    server.intercept = (request) =>
      request.path === PUSH && names(request).includes('Poison')
        ? answerWith(() => refusal(400, 'invalid'))
        : undefined;
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(15);
    expect(await db.rejected.toArray()).toMatchObject([{ row: { name: 'Poison' } }]);
    expect(batchSizes(server.sentTo(PUSH))).toEqual([16, 8, 4, 8, 4, 2, 4, 2, 1, 2, 1, 2, 4, 2]);
    // Nothing of that waits for this device's storage.
    expect(unsettledKeys(db)).toEqual(new Set());
  });

  test('sends a quarter of what timed out, after a pause, and a little more each time (rule 10)', async () => {
    await enqueue(db, manyReferrals(8));
    server.script(PUSH, hang);
    await drain(db, clock.deps);
    clock.advance(2000);
    await drain(db, clock.deps);
    expect(batchSizes(server.sentTo(PUSH))).toEqual([8, 2, 3, 3]);
    expect(server.rows.size).toBe(8);
  });

  test('lets others pass an entry our server failed on three times, and keeps trying (rule 29)', async () => {
    await enqueue(db, [aNewReferral({ name: 'Cursed' })]);
    await enqueue(db, [aNewReferral({ name: 'Second' })]);
    await enqueue(db, [aNewReferral({ name: 'Third' })]);
    server.intercept = ({ body }) =>
      JSON.stringify(body ?? '').includes('Cursed')
        ? answerWith(() => refusal(500, 'internal'))
        : undefined;
    for (let time = 0; time < 3; time += 1) {
      await drain(db, clock.deps);
      clock.advance(10_000);
    }
    expect([...server.rows.values()].map((row) => row.name)).toEqual(['Second', 'Third']);
    expect(await db.outbox.toArray()).toMatchObject([{ lastProblem: 'alone' }]);
    server.intercept = () => undefined;
    clock.advance(10 * 60_000);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(3);
  });

  test('parks a damaged entry with its raw text and sends the others (rule 12)', async () => {
    await enqueue(db, [aNewReferral()]);
    await db.outbox.add({ v: 1, rows: 'not rows', savedAt: 1, attempts: 0 } as never);
    await enqueue(db, [aNewReferral()]);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(2);
    const [parked] = await db.rejected.toArray();
    expect(parked).toMatchObject({ code: 'damaged', row: null });
    expect(parked?.raw).toContain('not rows');
  });

  test('leaves an entry of a newer build for that build (rule 12)', async () => {
    await db.outbox.add({ v: 99, rows: [], savedAt: 1, attempts: 0 });
    await enqueue(db, [aNewReferral()]);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(1);
    expect(await db.outbox.toArray()).toMatchObject([{ v: 99 }]);
  });

  test('sends nothing from a database whose user is not signed in (rule 6)', async () => {
    await enqueue(db, [aNewReferral()]);
    await db.sync.clear();
    await drain(db, clock.deps);
    expect(server.requests).toEqual([]);
    expect(await db.outbox.count()).toBe(1);
  });

  test.each([
    ['a network that is away', hang, hang],
    ['a connection that breaks while the server is there', cutBefore, undefined],
  ])('%s says nothing about how much goes at once (rule 10)', async (_, push, question) => {
    await enqueue(db, manyReferrals(8));
    server.intercept = ({ path }) => (path === PUSH ? push : question);
    await drain(db, clock.deps);
    expect((await readSyncState(db)).pace).toEqual({ rows: 500, failedRows: null, passed: 0 });
  });

  test('a request without an answer has touched nothing that is shown (rule 17)', async () => {
    const list = { path: '/api/referrals', etag: null, fetchedAt: clock.deps.now() };
    await db.resources.put(list);
    await enqueue(db, [aNewReferral()]);
    server.intercept = () => cutBefore;
    await drain(db, clock.deps);
    expect(await db.resources.get(list.path)).toEqual(list);
  });

  test('a row that was taken back on its way is over, even if its request fails (rule 20)', async () => {
    await enqueue(db, [aNewReferral()]);
    server.script(PUSH, async () => {
      await db.outbox.clear();
      return refusal(500, 'internal');
    });
    await drain(db, clock.deps);
    expect(unsettledKeys(db)).toEqual(new Set());
    expect(await readStatus(db)).toMatchObject({ waiting: 0, rejected: 0 });
  });

  test('a row put back before the one that fails alone leaves nothing unreadable (rules 12 and 29)', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' }), aNewReferral({ name: 'Bea' })]);
    const [entry] = await db.outbox.toArray();
    await db.outbox.put({ ...entry!, rows: entry!.rows.slice(1) });
    server.script(PUSH, async () => {
      await db.outbox.put(entry!);
      throw new TypeError('Failed to fetch');
    });
    await drain(db, clock.deps);
    clock.advance(10 * 60_000);
    await drain(db, clock.deps);
    expect([...server.rows.values()].map(({ name }) => name)).toEqual(['Ada', 'Bea']);
    expect(await db.rejected.count()).toBe(0);
  });

  test('halves that fail alone are tried again soon, however often (rule 29)', async () => {
    await enqueue(db, manyReferrals(8));
    server.intercept = ({ path }) => (path === PUSH ? cutBefore : undefined);
    await drain(db, clock.deps);
    clock.advance(2000);
    await drain(db, clock.deps);
    const pauses = (await db.outbox.toArray()).map(
      ({ rows, nextAt = 0 }) => [rows.length, nextAt - clock.deps.now()] as const,
    );
    expect(pauses).toEqual([
      [4, 1000],
      [4, 1000],
    ]);
  });

  test('what a late answer reports is not kept here after a sign-out (rules 14 and 16)', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    server.script(PUSH, async (_, serve) => {
      const answer = serve();
      await patchSyncState(db, { isOpen: false });
      return answer;
    });
    await drain(db, clock.deps);
    expect(await db.outbox.count()).toBe(0);
    const kept = [db.referrals, db.arrived, db.log].map((table) => table.count());
    expect(await Promise.all(kept)).toEqual([0, 0, 0]);
  });

  test('sends once when two tabs drain side by side', async () => {
    await enqueue(db, manyReferrals(3));
    await Promise.all([drain(db, clock.deps), drain(db, clock.deps)]);
    expect(server.sentTo(PUSH)).toHaveLength(1);
    expect(server.rows.size).toBe(3);
  });
});
