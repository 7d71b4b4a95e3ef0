import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { NEXT_CHECK_HEADER } from '@sunloop/shared-types/program/achievement-check.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeSession } from '../../data/device-db.ts';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aUser } from '../../test/builders.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { answerWith, cutBefore, foreignHtml, refusal } from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { realDeps } from '../ground/deps.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { refreshStale } from '../read/refresh.ts';
import { KEPT_NAMES } from '../read/resource-table.ts';
import { startSync } from './start.ts';

const PUSH = '/api/sync/push';
const LIST = '/api/referrals';
/** Real time, and always the shortest pause. */
const deps = { ...realDeps, random: () => 0 };
let server: FakeServer;
let db: UserDb;
let page: ReturnType<typeof fakeWindow>;
let stop = (): void => undefined;

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice());
  page = fakeWindow();
});

afterEach(async () => {
  stop();
  await settled();
});

const start = () => {
  stop = startSync({ db, window: page.window }, deps);
};

/** Waits until whatever runs has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const untilSent = (count: number) => vi.waitFor(() => expect(server.rows.size).toBe(count));
const untilReach = (reach: string) =>
  vi.waitFor(async () => expect((await readSyncState(db)).reach).toBe(reach));

describe('startSync', () => {
  test('sends what was left from before, and then fetches the list once', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    start();
    await untilSent(1);
    await vi.waitFor(async () => expect(await db.resources.count()).toBe(KEPT_NAMES.length));
    await settled();
    expect(server.sentTo(PUSH)).toHaveLength(1);
    expect(server.sentTo('/api/referrals')).toHaveLength(1);
    expect((await db.referrals.toArray()).map(({ name }) => name)).toEqual(['Ada']);
  });

  test('asks less and less often for what this device cannot keep (rules 8 and 28)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const mend = failStorage({ error: 'QuotaExceededError', stores: ['resources'] });
    const log = vi.mocked(console.error).mockImplementation(() => undefined);
    start();
    for (let second = 0; second < 90; second += 1) {
      await settled();
      vi.advanceTimersByTime(1000);
    }
    await settled();
    mend();
    expect(log).toHaveBeenCalled();
    log.mockClear();
    vi.useRealTimers();
    expect(server.sentTo(LIST).length).toBeLessThan(25);
  });

  test('sends what this tab or another one enqueues, without being told', async () => {
    start();
    await enqueue(db, [aNewReferral()]);
    await untilSent(1);
    const otherTab = new UserDb(db.userId);
    await enqueue(otherTab, [aNewReferral()]);
    await vi.waitFor(() => expect(server.rows.size).toBe(2));
  });

  test('hears of what is saved even if nothing could be read when it started (rules 1 and 8)', async () => {
    const log = vi.mocked(console.error).mockImplementation(() => undefined);
    const mend = failStorage({ error: 'QuotaExceededError', operations: ['get'] });
    start();
    await vi.waitFor(() => expect(log).toHaveBeenCalled());
    await settled();
    mend();
    await vi.waitFor(() => expect(server.sentTo(LIST)).toHaveLength(1));
    await settled();
    log.mockClear();
    await enqueue(new UserDb(db.userId), [aNewReferral()]);
    await untilSent(1);
  });

  test('sends once however many triggers come together (rule 13)', async () => {
    await enqueue(db, [aNewReferral(), aNewReferral()]);
    start();
    page.emit('online');
    page.emit('focus');
    page.changeVisibility('visible');
    await untilSent(2);
    await settled();
    expect(server.sentTo(PUSH)).toHaveLength(1);
  });

  test('continues by itself when the server comes back (rule 8)', async () => {
    server.script(PUSH, cutBefore);
    await enqueue(db, [aNewReferral()]);
    start();
    await vi.waitFor(() => expect(server.rows.size).toBe(1));
    expect(server.sentTo(PUSH)).toHaveLength(2);
    await untilReach('ok');
  });

  test.each([
    ['the network', () => page.emit('online')],
    ['the person', () => page.changeVisibility('visible')],
  ])('tries at once when %s comes back (rule 8)', async (_, comeBack) => {
    start();
    await settled();
    await enqueue(db, [aNewReferral()]);
    await patchSyncState(db, { nextAt: Date.now() + 200_000, failures: 9, reach: 'offline' });
    await settled();
    comeBack();
    await untilSent(1);
  });

  test('believes the server and not the browser about being offline (rule 18)', async () => {
    start();
    await settled();
    page.emit('offline');
    await settled();
    expect((await readSyncState(db)).reach).toBe('ok');
    server.intercept = () => answerWith(() => foreignHtml(200));
    page.emit('offline');
    await untilReach('captive');
  });

  test('asks a small question before it sends much, while nobody answers', async () => {
    await enqueue(db, [aNewReferral()]);
    await patchSyncState(db, { reach: 'captive' });
    server.intercept = () => answerWith(() => foreignHtml(200));
    start();
    await settled();
    expect(server.sentTo(PUSH)).toEqual([]);
  });

  test('sends at once when the network is back, but asks a small question first on a captive one (rule 8)', async () => {
    await enqueue(db, [aNewReferral()]);
    await patchSyncState(db, { reach: 'captive' });
    server.intercept = () => answerWith(() => foreignHtml(200));
    start();
    await vi.waitFor(() => expect(server.requests).not.toEqual([]));
    const before = server.requests.length;
    page.emit('online');
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(before));
    await settled();
    expect(server.sentTo(PUSH)).toEqual([]);
    // Only a round that does not ask first can send anything.
    const isQuestion = ({ path }: SeenRequest) => path === '/api/user';
    const captive = answerWith(() => foreignHtml(200));
    server.intercept = (request) => (isQuestion(request) ? captive : undefined);
    // A question asked earlier may still be answered between the two.
    await vi.waitFor(async () => {
      await patchSyncState(db, { reach: 'offline', nextAt: Date.now() + 200_000 });
      page.emit('online');
      await settled();
      expect(server.rows.size).toBe(1);
    });
  });

  test('what a page could not fetch while nobody answered is fetched as soon as the server answers (rule 17)', async () => {
    start();
    await vi.waitFor(async () => expect(await db.resources.count()).toBe(KEPT_NAMES.length));
    await db.resources.update(LIST, { fetchedAt: 1 });
    server.intercept = () => cutBefore;
    await refreshStale(db, deps, ['referrals']);
    await untilReach('offline');
    await settled();
    server.intercept = () => undefined;
    await vi.waitFor(async () =>
      expect((await db.resources.get(LIST))?.fetchedAt).toBeGreaterThan(1),
    );
  });

  test('what is read after an absence waits until everything is sent (rule 17)', async () => {
    await patchSyncState(db, { reach: 'offline' });
    for (let at = 0; at < 12; at += 1) await enqueue(db, [aNewReferral()]);
    start();
    page.emit('online');
    await untilSent(12);
    await vi.waitFor(() => expect(server.sentTo(LIST).length).toBeGreaterThan(0));
    const paths = server.requests.map(({ path }) => path);
    expect(paths.indexOf(LIST)).toBeGreaterThan(paths.lastIndexOf(PUSH));
  });

  test('is quiet while the queue waits for a sign-in (rule 7)', async () => {
    server.user = null;
    await enqueue(db, [aNewReferral()]);
    start();
    await vi.waitFor(async () => expect((await readSyncState(db)).blocked).toBe('sign-in'));
    await settled();
    const seen = server.requests.length;
    await settled();
    expect(server.requests).toHaveLength(seen);
  });

  test('does not keep asking while a read is refused (rule 17)', async () => {
    const limited = answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': '60' }));
    server.script('/api/referrals', limited, limited, limited);
    start();
    await settled();
    await settled();
    expect(server.sentTo('/api/referrals')).toHaveLength(1);
  });

  test('asks for new achievements every five seconds while somebody is looking (rule 21)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const checks = () => server.requests.filter(({ path }) => path.includes('/check/'));
    start();
    await settled();
    vi.advanceTimersByTime(5000);
    await settled();
    expect(checks()).toHaveLength(1);
    page.changeVisibility('hidden');
    vi.advanceTimersByTime(60_000);
    await settled();
    vi.useRealTimers();
    expect(checks()).toHaveLength(1);
  });

  test('asks for new achievements as seldom as the server wishes (rule 21)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const checks = () => server.requests.filter(({ path }) => path.includes('/check/')).length;
    const look = async () => {
      vi.advanceTimersByTime(5000);
      await settled();
    };
    server.intercept = () => (_, serve) => {
      const answer = serve();
      answer.headers.set(NEXT_CHECK_HEADER, '12');
      return answer;
    };
    start();
    await settled();
    const counts: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      await look();
      counts.push(checks());
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3]);
    // A clock put back by an hour leaves nobody waiting for it.
    vi.setSystemTime(Date.now() - HOUR_MS);
    await look();
    expect(checks()).toBe(4);
    vi.useRealTimers();
  });

  test('asks a small question first at its start, although the network may be back (rule 8)', async () => {
    await enqueue(db, [aNewReferral()]);
    await patchSyncState(db, { reach: 'offline' });
    server.intercept = ({ path }) =>
      path === '/api/user' ? answerWith(() => foreignHtml(200)) : undefined;
    start();
    await untilReach('captive');
    await settled();
    expect(server.sentTo(PUSH)).toEqual([]);
  });

  test('does nothing more once stopped', async () => {
    start();
    // What the start itself began goes on to its end.
    await vi.waitFor(async () => expect(await db.resources.count()).toBe(KEPT_NAMES.length));
    await settled();
    stop();
    await enqueue(db, [aNewReferral()]);
    page.emit('online');
    await settled();
    expect(server.sentTo(PUSH)).toEqual([]);
  });
});

test('a page of somebody else asks less and less often while a sign-out is owed (rules 8, 14)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    server.script('/api/logout', ...Array.from({ length: 100 }, () => cutBefore));
    // Without locks, a page may open its queue while another tab signs somebody else in, who then signs out.
    const owed = { userId: aUser().id, unsent: 'keep', since: Date.now() } as const;
    await writeSession({ key: 'session', state: 'signing-out', ...owed });
    await patchSyncState(db, { isOpen: true, reach: 'offline' });
    stop = startSync({ db, window: page.window }, { ...deps, random: () => 0.99 });
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1000);
      await settled();
    }
    const tries = server.sentTo('/api/logout').length;
    expect(tries).toBeLessThan(15);
    expect(tries).toBeGreaterThan(3);
  } finally {
    vi.useRealTimers();
  }
});
