import { expect, test } from 'vitest';
import { anOpenDb, aReferral } from '@sunloop/engine/test/builders.ts';
import { keepLadder } from '../../test/list-builders.ts';
import { readRungs } from './use-rungs.ts';

test('all open referrals are ranked without reading their rows, and the next sum comes with them', async () => {
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
  expect(rungs?.next).toEqual({ ordinal: 8, reward: '$1,000' });
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
