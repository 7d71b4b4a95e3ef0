import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { realDeps } from '../ground/deps.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueQuote } from '../quotes/quotes.ts';
import { startSync } from './start.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let page: ReturnType<typeof fakeWindow>;
let stop = (): void => undefined;

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice());
  page = fakeWindow();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});

afterEach(async () => {
  stop();
  await settled();
  vi.useRealTimers();
});

/** Waits until whatever runs has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets seconds of the fake clock pass, with all that happens in each. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1000);
    await settled();
  }
}

const start = () => {
  stop = startSync({ db, window: page.window }, { ...realDeps, random: () => 0.99 });
};
const pushes = () => server.sentTo(PUSH).length;

async function passUntilPushed(times: number): Promise<void> {
  for (let second = 0; second < 300 && pushes() < times; second += 1) await pass(1);
  expect(pushes()).toBe(times);
}

test('as long as something waits, the browser is asked to wake the worker, and not for nothing (PITFALLS 36)', async () => {
  const register = vi.fn(() => Promise.resolve());
  const serviceWorker = { getRegistration: () => Promise.resolve({ sync: { register } }) };
  await enqueue(db, [aNewReferral()]);
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker });
  server.script(PUSH, cutBefore, cutBefore);
  start();
  await passUntilPushed(2);
  await pass(1);
  expect(register).toHaveBeenCalled();
  register.mockClear();
  await passUntilPushed(3);
  await pass(10);
  expect(register).not.toHaveBeenCalled();
});

test('once stopped, neither a pause that ends, nor a visitor’s request, nor the check for achievements wakes it', async () => {
  server.intercept = ({ path }) => (path === PUSH ? cutBefore : undefined);
  await enqueue(db, [aNewReferral()]);
  start();
  await passUntilPushed(2);
  await pass(1);
  stop();
  await settled();
  await enqueueQuote({ name: 'Vi', email: 'vi@example.com', phone: '555' });
  const seen = server.requests.length;
  await pass(600);
  expect(server.requests.slice(seen).map(({ path }) => path)).toEqual([]);
});

test('stopped while it waits for an answer, it ends what it has begun and sends nothing more', async () => {
  const answer = Promise.withResolvers<Response>();
  server.intercept = ({ path }) => (path === PUSH ? () => answer.promise : undefined);
  await enqueue(db, [aNewReferral()]);
  start();
  await passUntilPushed(1);
  await pass(2);
  stop();
  server.intercept = () => cutBefore;
  answer.reject(new TypeError('Failed to fetch'));
  await settled();
  const seen = server.requests.length;
  await pass(600);
  expect(server.requests.slice(seen).map(({ path }) => path)).toEqual([]);
});
