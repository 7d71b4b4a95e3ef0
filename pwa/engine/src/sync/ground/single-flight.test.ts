import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** Work whose runs end when told, in their order. */
function aWork() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async (nth: number) => {
    ends[nth]?.();
    await turn();
  };
  return { work, runs: () => ends.length, endOne };
}

test('calls during a run make it run once more, and are over when that is (rule 13)', async () => {
  const { work, runs, endOne } = aWork();
  const fly = singleFlight(work);
  const first = fly();
  expect(runs()).toBe(1);
  let isOver = false;
  const later = Promise.all([fly(), fly()]).then(() => (isOver = true));
  expect(runs()).toBe(1);
  await endOne(0);
  expect([runs(), isOver]).toEqual([2, false]);
  await endOne(1);
  await Promise.all([first, later]);
  expect([runs(), isOver]).toEqual([2, true]);
});

test('once it has run, the next call runs it anew, even after it failed', async () => {
  let runs = 0;
  const fly = singleFlight(async () => {
    runs += 1;
    if (runs === 1) throw new Error('disk');
  });
  await expect(fly()).rejects.toThrow('disk');
  await fly();
  await fly();
  expect(runs).toBe(3);
});
