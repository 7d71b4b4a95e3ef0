import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceDb } from '../../data/device-db.ts';
import { cutBefore, jsonAnswer } from '../../test/fake-answers.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { realDeps } from '../ground/deps.ts';
import { enqueueQuote, readQuotes } from './quotes.ts';
import { startQuotes } from './start-quotes.ts';

const QUOTES = '/api/quotes';
const QUOTE = { referralCode: 'ABCD1234', name: 'Vi', email: 'vi@example.com', phone: '555' };
let server: FakeServer;
let page: ReturnType<typeof fakeWindow>;
let stop = (): void => undefined;

beforeEach(async () => {
  await Promise.all([deviceDb.device.clear(), deviceDb.quotes.clear()]);
  page = fakeWindow();
  server = new FakeServer(null);
  server.intercept = ({ path }) =>
    path === QUOTES ? () => jsonAnswer({ id: crypto.randomUUID() }, undefined, 201) : undefined;
});

afterEach(async () => {
  stop();
  await settled();
});

/** Real time; `chance` 1 gives the whole pause of a second, 0 a tenth of it. */
const start = (chance: number) => {
  stop = startQuotes(page.window, { ...realDeps, random: () => chance });
};

/** Waits until whatever runs has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const states = async () => (await readQuotes()).map(({ state }) => state);
const untilStates = (...wanted: string[]) =>
  vi.waitFor(async () => expect(await states()).toEqual(wanted));
const untilFailed = (failures: number) =>
  vi.waitFor(async () => expect(await readQuotes()).toMatchObject([{ failures }]));

test('what is kept in any tab is sent by itself, and again once its pause is over (rule 8)', async () => {
  server.script(QUOTES, cutBefore);
  start(0);
  await enqueueQuote(QUOTE);
  await untilFailed(1);
  await untilStates('sent');
});

test.each([
  ['the network', () => page.emit('online')],
  ['the person', () => page.changeVisibility('visible')],
])('%s coming back ends the pause (rule 8)', async (_, comeBack) => {
  const key = await enqueueQuote(QUOTE);
  await deviceDb.quotes.update(key, { failures: 9, nextAt: Date.now() + 200_000 });
  start(1);
  await settled();
  expect(server.requests).toEqual([]);
  comeBack();
  await untilStates('sent');
});

test('once stopped, neither a pause that ends, nor the network, nor a new request wakes it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await settled();
      vi.advanceTimersByTime(1000);
    }
    await settled();
  };
  server.script(QUOTES, cutBefore, cutBefore);
  start(1);
  await enqueueQuote(QUOTE);
  // Which moves the clock, too.
  await untilFailed(2);
  await settled();
  stop();
  await pass(5);
  page.emit('online');
  await enqueueQuote(QUOTE);
  await pass(5);
  vi.useRealTimers();
  expect(server.requests).toHaveLength(2);
});
