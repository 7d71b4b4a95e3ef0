import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Door } from './door.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Callers at a door for `atOnce`, each with what became of it. */
function openDoor(atOnce: number) {
  const door = new Door({ most: atOnce, least: 1 });
  const callers: { isIn: boolean | undefined }[] = [];
  const come = async () => {
    const caller: { isIn: boolean | undefined } = { isIn: undefined };
    callers.push(caller);
    const entered = door.enter();
    if (typeof entered === 'boolean') caller.isIn = entered;
    else void entered.then((isIn) => (caller.isIn = isIn));
    await Promise.resolve();
    return caller;
  };
  const leaveEvery = async (ms: number, times: number) => {
    for (let time = 0; time < times; time += 1) {
      await vi.advanceTimersByTimeAsync(ms);
      door.leave();
    }
    await Promise.resolve();
  };
  const states = () => callers.map(({ isIn }) => isIn);
  return { door, come, leaveEvery, states };
}

test('whoever finds no place waits, and is let in in turn', async () => {
  const { come, leaveEvery, states } = openDoor(1);
  for (let at = 0; at < 3; at += 1) await come();
  expect(states()).toEqual([true, undefined, undefined]);
  await leaveEvery(1, 1);
  expect(states()).toEqual([true, true, undefined]);
  await leaveEvery(1, 2);
  expect((await come()).isIn).toBe(true);
});

test('on a quick machine a burst of hundreds waits, and nobody is refused', async () => {
  const { come, leaveEvery, states } = openDoor(60);
  for (let at = 0; at < 400; at += 1) await come();
  await leaveEvery(1, 400);
  expect(states()).toEqual(Array.from({ length: 400 }, () => true));
});

test('where a place comes free every 50 ms, only ten wait, and the others are refused at once', async () => {
  const { come, leaveEvery } = openDoor(60);
  for (let at = 0; at < 300; at += 1) {
    await come();
    await come();
    await leaveEvery(50, 1);
  }
  const waiting = [];
  for (let at = 0; at < 100; at += 1) waiting.push((await come()).isIn);
  expect(waiting.filter((isIn) => isIn === false).length).toBeGreaterThan(90);
  await leaveEvery(50, 20);
  expect((await come()).isIn).not.toBe(false);
});

test('where nobody leaves, whoever waits is refused after a second', async () => {
  const { come, states } = openDoor(1);
  await come();
  await come();
  await vi.advanceTimersByTimeAsync(999);
  expect(states()).toEqual([true, undefined]);
  await vi.advanceTimersByTimeAsync(1);
  expect(states()).toEqual([true, false]);
});

test('whoever comes again is let in, and those who wait come in once there is a place', async () => {
  const { door, come, leaveEvery, states } = openDoor(1);
  await come();
  door.leave();
  await come();
  door.enterAgain();
  await come();
  await leaveEvery(1, 1);
  expect(states()).toEqual([true, true, undefined]);
  await leaveEvery(1, 1);
  expect(states()).toEqual([true, true, true]);
});

test('while turns of the event loop take long, fewer are let in, and more again afterwards', async () => {
  const { come, leaveEvery, states } = openDoor(20);
  for (let at = 0; at < 60; at += 1) await come();
  const inside = () => states().filter(Boolean).length;
  // A timer that fires late is all that is seen of a long turn.
  const now = performance.now.bind(performance);
  let lateMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
  for (let turn = 0; turn < 20; turn += 1) {
    lateMs += 100;
    await vi.advanceTimersByTimeAsync(20);
  }
  await leaveEvery(0, 19);
  expect(inside()).toBe(20);
  await vi.advanceTimersByTimeAsync(200);
  expect(inside()).toBeGreaterThan(30);
  vi.restoreAllMocks();
});
