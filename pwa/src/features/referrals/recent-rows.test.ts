import { expect, test } from 'vitest';
import { anOpenDb, aReferral } from '../../test/builders.ts';
import { keepLadder } from '../../test/list-builders.ts';
import { readRecent } from './recent-rows.ts';

test('the newest rows come with the rungs of the whole list and the next sum', async () => {
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
  const { rows, rungs, next } = await readRecent(db, 2);
  expect(rows.map(({ id }) => id)).toEqual([young.id, done.id]);
  expect([...rungs.keys()]).toEqual([called.id, old.id, young.id]);
  expect(rungs.get(young.id)).toEqual({ ordinal: 10, reward: 'A battery' });
  expect(next).toEqual({ ordinal: 8, reward: '$1,000' });
});

test('before the ladder has arrived, no referral has a rung', async () => {
  const db = await anOpenDb();
  await db.referrals.add(aReferral());
  expect(await readRecent(db, 3)).toMatchObject({ rungs: new Map(), next: undefined });
});
