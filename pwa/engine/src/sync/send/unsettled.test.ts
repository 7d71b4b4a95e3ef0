import { expect, test } from 'vitest';
import { anOpenDb } from '../../test/builders.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { newOwedKey, nextSettlingAt, settleDue, settleOrKeep, unsettledKeys } from './unsettled.ts';

const fails = () => Promise.reject(new Error('full'));

test('what only the screen still needs has a key of its own, which no entry has (rule 28)', async () => {
  const db = await anOpenDb();
  const { deps } = fixedDeps();
  await settleOrKeep(db, newOwedKey(), fails, deps);
  await settleOrKeep(db, newOwedKey(), fails, deps);
  const keys = [...unsettledKeys(db)];
  expect(keys).toHaveLength(2);
  expect(keys.filter((key) => key < 0)).toEqual(keys);
});

test('a verdict that could not be stored is tried again at growing intervals, the first due one first (rule 28)', async () => {
  const db = await anOpenDb();
  const { deps, advance } = fixedDeps();
  const tries: string[] = [];
  const failsAs = (name: string) => () => {
    tries.push(name);
    return fails();
  };
  await settleOrKeep(db, 1, failsAs('first'), deps);
  advance(500);
  await settleOrKeep(db, 2, failsAs('second'), deps);
  expect(nextSettlingAt(db)).toBe(deps.now() + 500);
  advance(500);
  await settleDue(db, deps);
  expect(tries).toEqual(['first', 'second', 'first']);
  // The second is due in half a second, the first, which failed twice, in two.
  expect(nextSettlingAt(db)).toBe(deps.now() + 500);
  advance(500);
  await settleDue(db, deps);
  expect(tries).toEqual(['first', 'second', 'first', 'second']);
  expect(nextSettlingAt(db)).toBe(deps.now() + 1500);
});
