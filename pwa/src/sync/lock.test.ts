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

test('a frozen holder is not waited for longer than patience (rule 13)', async () => {
  void withLock('frozen', () => new Promise(() => undefined));
  expect(await withLock('frozen', () => Promise.resolve('done'), 5)).toBe('done');
});

test('an error of the work is thrown, and the work not done twice', async () => {
  const work = vi.fn(() => Promise.reject(new Error('disk')));
  await expect(withLock('a', work)).rejects.toThrow('disk');
  expect(work).toHaveBeenCalledOnce();
});

test('without locks the work is done all the same (rule 13)', async () => {
  vi.stubGlobal('navigator', {});
  expect(await withLock('a', () => Promise.resolve('done'))).toBe('done');
});
