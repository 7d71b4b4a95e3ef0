import { DAY_MS } from '@sunloop/shared-types';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceDb } from '../../data/device-db.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { realDeps } from '../ground/deps.ts';
import { drainInBackground } from '../run/drain-in-background.ts';
import { drainQuotes, drainQuotesNow, enqueueQuote, readQuotes, removeQuote } from './quotes.ts';
import { startQuotes } from './start-quotes.ts';

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
      answerWith(() => refusal(400, 'invalid')),
    );
    await enqueueQuote(QUOTE);
    await enqueueQuote({ ...QUOTE, name: 'Wim' });
    await drainQuotes(clock.deps);
    const [refused, sent] = await readQuotes();
    expect(refused).toMatchObject({ state: 'refused', reason: 'invalid', quote: QUOTE });
    expect(sent).toMatchObject({ state: 'sent' });
    await removeQuote(refused?.key ?? 0);
    expect(await states()).toEqual(['sent']);
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

describe('startQuotes', () => {
  let stop = (): void => undefined;
  afterEach(() => stop());

  test('sends kept requests by itself, and those a dead network held up once it is back', async () => {
    const page = fakeWindow();
    server.script(QUOTES, cutBefore, cutBefore);
    stop = startQuotes(page.window, { ...realDeps, random: () => 1 });
    await enqueueQuote(QUOTE);
    await vi.waitFor(async () => expect(await readQuotes()).toMatchObject([{ failures: 1 }]));
    page.emit('online');
    await vi.waitFor(async () => expect(await readQuotes()).toMatchObject([{ failures: 2 }]));
    page.emit('online');
    await vi.waitFor(() => expect(taken).toHaveLength(1));
  });
});

test('the worker sends them too, and asks to be woken again while one waits', async () => {
  server.script(QUOTES, cutBefore);
  await enqueueQuote(QUOTE);
  await expect(drainInBackground(clock.deps)).rejects.toThrow('still waits');
  clock.advance(1000);
  await drainInBackground(clock.deps);
  expect(taken).toHaveLength(1);
});
