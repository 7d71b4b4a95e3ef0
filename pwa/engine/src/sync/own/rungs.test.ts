import { expect, test } from 'vitest';
import { anOpenDb, aReferral } from '../../test/builders.ts';
import { keepLadder } from '../../test/list-builders.ts';
import { addArrived, foldArrived } from '../../data/own-referrals.ts';
import { readRungs, rungReader } from './rungs.ts';

test('all open referrals are ranked without reading their rows, and the next sums come with them', async () => {
  const db = await anOpenDb();
  await keepLadder(db);
  const at = (day: number) => ({ createdAt: `2026-02-0${day}T00:00:00.000Z` });
  const [old, called, done, young] = [
    aReferral(at(1)),
    aReferral({ status: 'contact_made', ...at(2) }),
    aReferral({ status: 'completed', ...at(3) }),
    aReferral(at(4)),
  ];
  await db.referrals.bulkAdd([young, done, called, old]);
  const rungs = await readRungs(db);
  expect([...(rungs?.of.keys() ?? [])]).toEqual([called.id, old.id, young.id]);
  expect(rungs?.of.get(young.id)).toEqual({ ordinal: 10, reward: 'A battery' });
  expect(rungs?.next).toEqual(['$1,000', '$1,000', 'A battery']);
});

test('before the ladder has arrived, no referral has a rung', async () => {
  const db = await anOpenDb();
  await db.referrals.add(aReferral());
  expect(await readRungs(db)).toBeUndefined();
});

test('one that is not paid takes no rung, and a split one shows its part', async () => {
  const db = await anOpenDb();
  await keepLadder(db);
  const [unpaid, split] = [aReferral({ share: 0 }), aReferral({ share: 2 })];
  await db.referrals.bulkAdd([unpaid, split]);
  const rungs = await readRungs(db);
  expect([...(rungs?.of ?? [])]).toEqual([[split.id, { ordinal: 8, reward: '1/2 of $1,000' }]]);
});

test('while rows are folded in they stay as they were, and count all of them once that is over', async () => {
  const db = await anOpenDb();
  await keepLadder(db);
  const createdAt = '2026-02-01T00:00:00.000Z';
  const read = rungReader(db);
  const sizes: (number | undefined)[] = [];
  const note = async () => sizes.push((await read())?.of.size);
  await note();
  await addArrived(db, [aReferral({ createdAt }), aReferral({ createdAt })]);
  for (let folded = 0; folded < 2; folded += 1) {
    await db.transaction('rw', [db.referrals, db.arrived], () => foldArrived(db, 1));
    await note();
  }
  expect(sizes).toEqual([0, 0, 2]);
});
