import { expect, test, vi } from 'vitest';
import { withLock } from './lock.ts';

test('work of one name runs one after the other (rule 13)', async () => {
  const seen: string[] = [];
  const step = (name: string) => async () => {
    seen.push(`${name} starts`);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(`${name} ends`);
  };
  await Promise.all([withLock('a', step('first')), withLock('a', step('second'))]);
  expect(seen).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

test('nobody waits for a frozen holder longer than the patience given (rule 13)', async () => {
  void withLock('frozen', () => new Promise(() => undefined));
  expect(await withLock('frozen', () => Promise.resolve('done'), 5)).toBe('done');
});

test('a browser that never answers holds nobody up, and a lock that comes late does nothing twice (rule 13)', async () => {
  let giveLate = (): unknown => undefined;
  const request = (_: string, __: object, start: () => unknown) => {
    giveLate = start;
    return new Promise(() => undefined);
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(() => Promise.resolve('done'));
  expect(await withLock('a', work, 5)).toBe('done');
  await giveLate();
  expect(work).toHaveBeenCalledOnce();
});

const NEVER = () => new Promise<never>(() => undefined);

test('a browser whose locks do not answer is asked once, and for four seconds (rule 13)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const locks = { request: vi.fn(NEVER), query: vi.fn(NEVER) };
  vi.stubGlobal('navigator', { locks });
  const first = withLock('a', () => Promise.resolve('done'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await first).toBe('done');
  expect(await withLock('b', () => Promise.resolve('at once'))).toBe('at once');
  expect(locks.request).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test.each([
  ['lists its locks', () => Promise.resolve({ held: [], pending: [] })],
  ['refuses to list them', () => Promise.reject(new Error('not here'))],
])('in a browser that %s, whoever holds one is waited for (rule 13)', async (_, query) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const request = (_name: string, __: object, start: () => unknown) => isFree.then(start);
  vi.stubGlobal('navigator', { locks: { request, query } });
  const work = vi.fn(() => Promise.resolve('done'));
  const done = withLock('a', work);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(work).not.toHaveBeenCalled();
  free();
  expect(await done).toBe('done');
  vi.useRealTimers();
});

test('an error in the work is thrown, and the work is not done twice', async () => {
  const work = vi.fn(() => Promise.reject(new Error('disk')));
  await expect(withLock('a', work)).rejects.toThrow('disk');
  expect(work).toHaveBeenCalledOnce();
});

test('work that fails after the patience is over is not done twice', async () => {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const work = vi.fn(() => {
    patience.abort();
    return Promise.reject(new Error('disk'));
  });
  await expect(withLock('a', work)).rejects.toThrow('disk');
  expect(work).toHaveBeenCalledOnce();
});

test('without locks, the work is done anyway (rule 13)', async () => {
  vi.stubGlobal('navigator', {});
  expect(await withLock('a', () => Promise.resolve('done'))).toBe('done');
});
