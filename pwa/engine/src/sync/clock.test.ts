import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceDb } from '../data/device-db.ts';
import type { OutboxEntry } from '../data/outbox-kinds.ts';
import type { UserDb } from '../data/user-db.ts';
import { aNewReferral, aUser } from '../test/builders.ts';
import { aSignedInDevice } from '../test/signed-in-device.ts';
import { answerWith, cutBefore, refusal } from '../test/fake-answers.ts';
import type { FakeServer } from '../test/fake-server.ts';
import type { fixedDeps } from '../test/fixed-deps.ts';
import { oweSignOut } from '../test/owed-sign-out.ts';
import { drain } from './send/drain.ts';
import { enqueue } from './outbox/enqueue.ts';
import { readNextWake } from './send/next-wake.ts';
import { drainQuotes, enqueueQuote, nextQuoteAt } from './quotes/quotes.ts';
import { settleSignOut, signIn, signOut } from './session/session.ts';

const PUSH = '/api/sync/push';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
let user = aUser();
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await deviceDb.quotes.clear();
  ({ user, server, clock, db } = await aSignedInDevice());
});

afterEach(() => {
  vi.useRealTimers();
});

const shift = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** The clock the rules are given. */
const putBack = (ms: number) => clock.advance(-ms);
const retryAfter = (seconds: number) =>
  answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': String(seconds) }));

test('what was saved while the clock was three days ahead is discarded with the rest (rule 33)', async () => {
  shift(3 * DAY_MS);
  await enqueue(db, [aNewReferral()]);
  shift(-3 * DAY_MS);
  await signOut({ unsent: 'discard' });
  expect(await db.outbox.count()).toBe(0);
});

test('what a forgotten tab saves after the sign-out stays, whatever the clock says (rules 14 and 33)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Before' })]);
  server.script('/api/logout', cutBefore);
  await signOut({ unsent: 'discard' });
  shift(-3 * DAY_MS);
  await enqueue(db, [aNewReferral({ name: 'After' })]);
  // The sign-out is settled later, which ends the session once more.
  server.user = user;
  await signIn(user);
  await drain(db, clock.deps);
  expect([...server.rows.values()].map(({ name }) => name)).toEqual(['After']);
});

test('a row that stepped behind still counts from when it was saved, and is discarded (rule 33)', async () => {
  await enqueue(db, [aNewReferral()]);
  server.script(PUSH, async () => {
    await signOutMeanwhile();
    throw new TypeError('Failed to fetch');
  });
  const signOutMeanwhile = async () => {
    server.script('/api/logout', cutBefore);
    await signOut({ unsent: 'keep' });
  };
  await drain(db, clock.deps);
  expect(await db.outbox.count()).toBe(1);
  await signIn(user);
  await signOut({ unsent: 'discard' });
  expect(await db.outbox.count()).toBe(0);
});

test('a row that stepped behind while the sign-out was under way is discarded (rule 33)', async () => {
  await enqueue(db, [aNewReferral()]);
  const [entry] = (await db.outbox.toArray()) as [OutboxEntry];
  const { key: lastKey } = entry;
  await oweSignOut(user.id, 'discard', { lastKey });
  server.script(PUSH, cutBefore);
  await drain(db, clock.deps);
  const [moved] = (await db.outbox.toArray()) as [OutboxEntry];
  expect(moved.key).toBeGreaterThan(lastKey);
  await settleSignOut();
  expect(await db.outbox.count()).toBe(0);
});

test('a pause lasts as long as it was set for, even if it is longer than usual (rule 33)', async () => {
  await enqueue(db, [aNewReferral()]);
  server.script(PUSH, retryAfter(1800));
  await drain(db, clock.deps);
  clock.advance(20 * 60_000);
  await drain(db, clock.deps);
  expect(server.rows.size).toBe(0);
  clock.advance(10 * 60_000);
  await drain(db, clock.deps);
  expect(server.rows.size).toBe(1);
});

test.each([
  ['Retry-After', retryAfter(1800)],
  ['the backoff', cutBefore],
] as const)('a clock put back an hour does not lengthen %s (rule 33)', async (_, step) => {
  await enqueue(db, [aNewReferral()]);
  server.intercept = () => step;
  await drain(db, clock.deps);
  server.intercept = () => undefined;
  putBack(HOUR_MS);
  expect((await readNextWake(db, clock.deps.now())).sendAt).toBe(0);
  await drain(db, clock.deps);
  expect(server.rows.size).toBe(1);
});

test('a clock put back an hour does not hold up a row that stepped behind (rule 33)', async () => {
  await enqueue(db, [aNewReferral()]);
  server.script(PUSH, cutBefore);
  await drain(db, clock.deps);
  putBack(HOUR_MS);
  await drain(db, clock.deps);
  expect(server.rows.size).toBe(1);
});

test('a clock put back does not hold up a visitor’s request (rule 33)', async () => {
  const quote = { name: 'Vic', email: 'vic@example.com', phone: '5' };
  const key = await enqueueQuote(quote);
  server.script('/api/quotes', retryAfter(1800));
  await drainQuotes(clock.deps);
  expect(await nextQuoteAt(clock.deps.now())).toBe(clock.deps.now() + 1_800_000);
  putBack(HOUR_MS);
  expect(await nextQuoteAt(clock.deps.now())).toBe(0);
  await deviceDb.quotes.delete(key);
});
