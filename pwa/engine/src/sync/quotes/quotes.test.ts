import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceDb, type QuoteRow } from '../../data/device-db.ts';
import { readStorageHealth } from '../../data/storage/health.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { drainInBackground } from '../run/drain-in-background.ts';
import {
  drainQuotes,
  drainQuotesNow,
  enqueueQuote,
  nextQuoteAt,
  readQuotes,
  removeQuote,
} from './quotes.ts';

const QUOTES = '/api/quotes';
const QUOTE = { referralCode: 'ABCD1234', name: 'Vi', email: 'vi@example.com', phone: '555' };
let server: FakeServer;
let clock: ReturnType<typeof fixedDeps>;
let taken: unknown[];

beforeEach(async () => {
  await Promise.all([deviceDb.device.clear(), deviceDb.quotes.clear()]);
  clock = fixedDeps();
  taken = [];
  server = new FakeServer(null);
  server.intercept = ({ path }) => {
    return path === QUOTES ? (request) => take(request) : undefined;
  };
});

function take({ body }: SeenRequest): Response {
  taken.push(body);
  return jsonAnswer({ id: crypto.randomUUID() }, undefined, 201);
}

/** The server takes it, and its answer is lost. */
function takeAndLose(request: SeenRequest): Response {
  take(request);
  throw new TypeError('Failed to fetch');
}

const states = async () => (await readQuotes()).map(({ state }) => state);
const paths = () => server.requests.map(({ path }) => path);

describe('drainQuotes', () => {
  test('sends what waits, with nobody signed in, and keeps nothing of what was entered', async () => {
    await enqueueQuote(QUOTE);
    await drainQuotes(clock.deps);
    expect(taken).toMatchObject([QUOTE]);
    expect(await readQuotes()).toMatchObject([{ state: 'sent', quote: null }]);
    expect(JSON.stringify(await readQuotes())).not.toContain(QUOTE.email);
    clock.advance(179 * DAY_MS);
    await drainQuotes(clock.deps);
    expect(await readQuotes(), 'it can be followed for half a year').toHaveLength(1);
    clock.advance(2 * DAY_MS);
    await drainQuotes(clock.deps);
    expect(await readQuotes()).toEqual([]);
  });

  test('waits and tries again', async () => {
    server.script(QUOTES, cutBefore);
    await enqueueQuote(QUOTE);
    await drainQuotes(clock.deps);
    expect(await readQuotes()).toMatchObject([{ state: 'waiting', reason: 'offline' }]);
    await drainQuotes(clock.deps);
    expect(paths()).toEqual([QUOTES]);
    clock.advance(1000);
    await drainQuotes(clock.deps);
    expect(paths()).toEqual([QUOTES, QUOTES]);
    expect(await states()).toEqual(['sent']);
  });

  test('sends one whose answer was lost again under its id (rule 24)', async () => {
    server.script(QUOTES, takeAndLose);
    await enqueueQuote(QUOTE);
    await drainQuotes(clock.deps);
    await drainQuotesNow(clock.deps);
    const [first, second] = taken;
    expect(first).toEqual({ ...QUOTE, id: expect.any(String) });
    expect(second).toEqual(first);
    expect(await states()).toEqual(['sent']);
  });

  test('gives one that an earlier build kept an id before its first try (rule 24)', async () => {
    server.script(QUOTES, takeAndLose);
    const times = { savedAt: 0, failures: 0, nextAt: 0, holdUntil: 0 };
    await deviceDb.quotes.add({ state: 'waiting', quote: QUOTE, ...times });
    await drainQuotes(clock.deps);
    await drainQuotesNow(clock.deps);
    const [first, second] = taken;
    expect(first).toEqual({ ...QUOTE, id: expect.any(String) });
    expect(second).toEqual(first);
  });

  test('sends one once from two tabs', async () => {
    await enqueueQuote(QUOTE);
    await Promise.all([drainQuotes(clock.deps), drainQuotes(clock.deps)]);
    expect(taken).toHaveLength(1);
  });

  test('what a closed tab was sending is sent by the next one at once (rule 24)', async () => {
    const arrived = Promise.withResolvers<void>();
    server.script(QUOTES, () => {
      arrived.resolve();
      return new Promise<Response>(() => undefined);
    });
    await enqueueQuote(QUOTE);
    const ended = expect(drainQuotes(clock.deps)).rejects.toThrow(DOMException);
    await arrived.promise;
    // What the browser does to the lock of a tab that is closed.
    await navigator.locks.request('sunloop-quotes', { steal: true }, () => undefined);
    await ended;
    await drainQuotesNow(clock.deps);
    expect(taken).toMatchObject([QUOTE]);
  });

  test('keeps a refused one with its reason, and sends those after it', async () => {
    server.script(
      QUOTES,
      answerWith(() => refusal(400, 'invalid', {}, { phone: 'Too short' })),
    );
    await enqueueQuote(QUOTE);
    await enqueueQuote({ ...QUOTE, name: 'Wim' });
    await drainQuotes(clock.deps);
    const [refused, sent] = await readQuotes();
    expect(refused).toMatchObject({ state: 'refused', reason: 'invalid', quote: QUOTE });
    expect(refused?.fields).toEqual({ phone: 'Too short' });
    expect(sent).toMatchObject({ state: 'sent' });
    await removeQuote(refused?.key ?? 0);
    expect(await states()).toEqual(['sent']);
  });

  test('a server that has a problem is asked again after a second, like a dead network (rule 8)', async () => {
    server.script(
      QUOTES,
      answerWith(() => refusal(500, 'internal')),
    );
    await enqueueQuote(QUOTE);
    await drainQuotes(clock.deps);
    expect(await nextQuoteAt(clock.deps.now())).toBe(clock.deps.now() + 1000);
    clock.advance(1000);
    await drainQuotes(clock.deps);
    expect(await states()).toEqual(['sent']);
  });

  test('on a full device each is sent once and noted as sent when there is room (rules 24 and 28)', async () => {
    await enqueueQuote(QUOTE);
    const mend = failStorage({ error: 'QuotaExceededError', stores: ['quotes'] });
    await drainQuotes(clock.deps);
    await drainQuotesNow(clock.deps);
    mend();
    expect(taken).toHaveLength(1);
    expect(readStorageHealth()).toBe('full');
    expect(await states()).toEqual(['waiting']);
    await drainQuotes(clock.deps);
    expect(await readQuotes()).toMatchObject([{ state: 'sent', quote: null }]);
    expect(taken).toHaveLength(1);
  });

  test('forgets after half a year only what was sent, and knows when', async () => {
    const row = { quote: QUOTE, savedAt: 0, failures: 0, nextAt: 0, holdUntil: 0, triedAt: 1 };
    const { triedAt: _, ...undated } = row;
    await deviceDb.quotes.bulkAdd([
      { ...row, state: 'refused', reason: 'invalid' },
      { ...undated, state: 'sent', quote: null },
      { ...row, state: 'sent', quote: null },
    ]);
    await drainQuotes(clock.deps);
    expect(await states()).toEqual(['refused', 'sent']);
  });

  test('waits as long as the server says, whatever else happens', async () => {
    const limited = answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': '60' }));
    server.script(QUOTES, limited);
    await enqueueQuote(QUOTE);
    await drainQuotes(clock.deps);
    await drainQuotesNow(clock.deps);
    expect(paths()).toEqual([QUOTES]);
    clock.advance(60_000);
    await drainQuotes(clock.deps);
    expect(paths()).toEqual([QUOTES, QUOTES]);
  });
});

test('the next one is due when the first of them is', async () => {
  const now = clock.deps.now();
  const dueIn = (ms: number): Omit<QuoteRow, 'key'> => {
    const times = { savedAt: now, failures: 1, nextAt: now + ms, holdUntil: 0 };
    return { state: 'waiting', quote: QUOTE, ...times };
  };
  await deviceDb.quotes.bulkAdd([dueIn(5000), dueIn(2000), dueIn(9000)]);
  expect(await nextQuoteAt(now)).toBe(now + 2000);
});

test('the worker sends them too, and asks to be woken again while one waits', async () => {
  server.script(QUOTES, cutBefore);
  await enqueueQuote(QUOTE);
  await expect(drainInBackground(clock.deps)).rejects.toThrow('still waits');
  clock.advance(1000);
  await drainInBackground(clock.deps);
  expect(taken).toHaveLength(1);
});
