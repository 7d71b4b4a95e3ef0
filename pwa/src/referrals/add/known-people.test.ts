import { beforeEach, describe, expect, test } from 'vitest';
import { deviceDb, writeSession } from '@sunloop/engine/data/device-db.ts';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { aReferral, aUser } from '@sunloop/engine/test/builders.ts';
import { aRow } from '@sunloop/engine/test/list-builders.ts';
import { findKnown, findKnownOfAll, findSelf } from './known-people.ts';

const newDb = () => new UserDb(crypto.randomUUID());
const ANN = { email: 'Ann@Example.com', phone: '(555) 010-0100' };

test('the same email on the server or in the queue would be refused again', async () => {
  const db = newDb();
  await db.referrals.add(aReferral({ name: 'Stored', email: 'ann@example.com' }));
  await enqueue(db, [{ name: 'Waiting', email: 'ANN@example.com' }]);
  const known = await findKnown(db, ANN);
  expect(known.map(({ row, same, isRefusedAgain }) => [row?.name, same, isRefusedAgain])).toEqual([
    ['Waiting', 'email', true],
    ['Stored', 'email', true],
  ]);
});

test('the same phone, however it is written, is only a hint', async () => {
  const db = newDb();
  await db.referrals.add(aReferral({ phone: '+1 555 010 0100' }));
  expect(await findKnown(db, ANN)).toMatchObject([{ same: 'phone', isRefusedAgain: false }]);
});

test('a refused row with the same email may be sent again, unless the server has the person', async () => {
  const db = newDb();
  const times = { error: 'No', rejectedAt: 1, savedAt: 1 };
  await db.rejected.bulkAdd([
    { id: 'a', row: aRow({ email: ANN.email }), code: 'invalid', ...times },
    { id: 'b', row: aRow({ email: ANN.email }), code: 'duplicate_referral', ...times },
  ]);
  const known = await findKnown(db, ANN);
  expect(new Map(known.map(({ row, isRefusedAgain }) => [row?.id, isRefusedAgain]))).toEqual(
    new Map([
      ['a', false],
      ['b', true],
    ]),
  );
  expect((await findKnown(db, ANN, 'a')).map(({ row }) => row?.id)).toEqual(['b']);
});

test('somebody else, or somebody without a phone, is not a known person', async () => {
  const db = newDb();
  await db.referrals.bulkAdd([aReferral({ phone: null }), aReferral({ phone: '12' })]);
  expect(await findKnown(db, { email: 'new@example.com', phone: '12' })).toEqual([]);
});

test('whoever causes a refusal comes first, without strangers who share a phone', async () => {
  const db = newDb();
  const shared = ['Bob', 'Cid', 'Dee'].map((name) =>
    aReferral({ name, phone: ANN.phone, createdAt: '2026-03-01T00:00:00.000Z' }),
  );
  await db.referrals.bulkAdd([...shared, aReferral({ name: 'Ann', email: ANN.email })]);
  expect((await findKnown(db, ANN)).map(({ row }) => row?.name)).toEqual(['Ann']);
});

test('of several, each has those who are alike, in the same order', async () => {
  const db = newDb();
  await db.referrals.bulkAdd([
    aReferral({ name: 'By email', email: 'ann@example.com', phone: null }),
    aReferral({ name: 'By phone', phone: '+1 555 010 0100' }),
  ]);
  const newcomers = [{ email: 'new@example.com', phone: null }, ANN, { ...ANN, email: 'b@c.de' }];
  const known = await findKnownOfAll(db, newcomers);
  expect(known.map((some) => some.map(({ row, same }) => [row?.name, same]))).toEqual([
    [],
    [['By email', 'email']],
    [['By phone', 'phone']],
  ]);
});

test.each([
  ['ann+solar@example.com', 'ann@example.com'],
  ['ann@example.com', 'ann+solar@example.com'],
  ['a.nn@gmail.com', 'ann+x@googlemail.com'],
])('%s may be %s, but is not refused', async (email, stored) => {
  const db = newDb();
  await db.referrals.add(aReferral({ name: 'Stored', email: stored, phone: null }));
  const known = await findKnown(db, { email, phone: null });
  expect(known).toMatchObject([{ row: { name: 'Stored' }, same: 'email', isRefusedAgain: false }]);
});

test('dots count where they are not Gmail’s', async () => {
  const db = newDb();
  await db.referrals.add(aReferral({ email: 'a.nn@example.com', phone: null }));
  expect(await findKnown(db, { email: 'ann@example.com', phone: null })).toEqual([]);
});

describe('the person themselves', () => {
  const me = aUser({ email: 'maya@example.com', phone: '(520) 555-0117', country: 'US' });
  const signIn = (user: typeof me) =>
    writeSession({
      key: 'session',
      state: 'active',
      user,
      etag: null,
      fetchedAt: 1,
      signedInAt: 1,
    });
  beforeEach(async () => {
    await signIn(me);
    return () => deviceDb.device.clear();
  });

  test.each([
    ['maya+solar@example.com', null, 'email', true],
    ['x@example.com', '+1 520.555.0117', 'phone', false],
    ['x@example.com', 'home 602-555-0123, cell 520 555 0117', 'phone', false],
    ['x@example.com', '520-555-0117 x5', 'phone', false],
  ] as const)('%s, %s is told by the %s', async (email, phone, same, isRefusedAgain) => {
    const self = { row: null, same, isRefusedAgain };
    expect(await findSelf([{ email, phone }])).toEqual([[self]]);
    expect(await findKnown(newDb(), { email, phone })).toEqual([self]);
  });

  test('is nobody with another number, and nobody is where no number is known', async () => {
    const others = [
      { email: 'x@example.com', phone: '520-555-0118' },
      { email: 'y@example.com', phone: null },
    ];
    expect(await findSelf(others)).toEqual([[], []]);
    await signIn({ ...me, phone: null });
    expect(await findSelf([{ email: 'x@example.com', phone: me.phone }])).toEqual([[]]);
  });
});
