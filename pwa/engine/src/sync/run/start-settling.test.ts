import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cutBefore } from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { realDeps } from '../ground/deps.ts';
import { enqueueQuote } from '../quotes/quotes.ts';
import { signOut } from '../session/session.ts';
import { startSettling } from './start-settling.ts';

/** Real time, and always the shortest pause. */
const deps = { ...realDeps, random: () => 0 };
let server: FakeServer;
let page: ReturnType<typeof fakeWindow>;
let stop = (): void => undefined;

beforeEach(async () => {
  ({ server } = await aSignedInDevice());
  page = fakeWindow();
});

afterEach(async () => {
  stop();
  await settled();
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

test('a sign-out made offline reaches the server when the network is back (rule 14)', async () => {
  server.script('/api/logout', cutBefore, cutBefore);
  await signOut({ unsent: 'keep' });
  stop = startSettling(page.window, { ...deps, random: () => 0.99 });
  await settled();
  expect(server.user).not.toBeNull();
  page.emit('online');
  await vi.waitFor(() => expect(server.user).toBeNull());
});

test('a sign-out made offline reaches the server, too, if no browser says that the network is back (rule 14)', async () => {
  server.script('/api/logout', cutBefore, cutBefore);
  await signOut({ unsent: 'keep' });
  stop = startSettling(page.window, deps);
  await vi.waitFor(() => expect(server.user).toBeNull(), { timeout: 5000 });
});

describe('by a clock of its own', () => {
  const tellings = () => server.sentTo('/api/logout').length;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    server.intercept = ({ path }) => (path === '/api/logout' ? cutBefore : undefined);
    await signOut({ unsent: 'keep' });
    stop = startSettling(page.window, { ...deps, random: () => 0.99 });
    await settled();
  });
  afterEach(() => void vi.useRealTimers());

  test('tells of a sign-out less and less often while nobody answers (rules 8 and 14)', async () => {
    await pass(120);
    const early = tellings();
    expect(early).toBeGreaterThan(5);
    await pass(120);
    expect(tellings() - early).toBeLessThan(4);
  });

  test('tries again after the device failed, and says so', async () => {
    const log = vi.mocked(console.error).mockImplementation(() => undefined);
    const mend = failStorage({ error: 'UnknownError', stores: ['device'], operations: ['get'] });
    await pass(3);
    mend();
    expect(log).toHaveBeenCalled();
    log.mockClear();
    server.intercept = () => undefined;
    await pass(60);
    expect(server.user).toBeNull();
  });

  test('does nothing more if it is stopped while it waits for an answer', async () => {
    const answer = Promise.withResolvers<Response>();
    server.intercept = () => () => answer.promise;
    page.emit('online');
    await settled();
    const seen = server.requests.length;
    stop();
    answer.reject(new TypeError('Failed to fetch'));
    await pass(20);
    expect(server.requests).toHaveLength(seen);
  });

  test('does nothing more once stopped', async () => {
    stop();
    const seen = server.requests.length;
    page.emit('online');
    await enqueueQuote({ name: 'Vi', email: 'vi@example.com', phone: '555' });
    await pass(20);
    expect(server.requests.slice(seen).map(({ path }) => path)).toEqual([]);
  });
});
