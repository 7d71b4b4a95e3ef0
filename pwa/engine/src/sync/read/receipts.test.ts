import { FORGOTTEN_NAME } from '@sunloop/shared-types/limits.ts';
import { readReceipt, receiptRoutes } from '@sunloop/shared-types/referrals/receipts.ts';
import { beforeEach, expect, test } from 'vitest';
import { readKeptReceipt } from '../../data/kept-receipts.ts';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral, type aUser } from '../../test/builders.ts';
import { cutBefore, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { nextVersion } from '../../test/next-version.ts';
import { giveReceipts } from '../../test/receipts.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { drain } from '../send/drain.ts';
import { fetchReceipts } from './receipts.ts';
import { refreshNow } from './resources.ts';

const { path } = receiptRoutes.receipts;

let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
beforeEach(async () => {
  ({ user, server, db } = await aSignedInDevice());
  giveReceipts(server);
});

/** A friend the server has, and this device. */
async function stored() {
  await enqueue(db, [aNewReferral()]);
  await drain(db, fixedDeps().deps);
  await refreshNow(db, 'referrals');
  return [...server.rows.values()][0] ?? expect.fail('nothing stored');
}

const fetch = (...rows: Parameters<typeof fetchReceipts>[1]) =>
  fetchReceipts(db, rows, { deps: fixedDeps().deps });

test('a receipt is asked for once, and kept with the key that verifies it', async () => {
  const row = await stored();
  expect(await readKeptReceipt(db, row.id)).toBeNull();
  expect(await fetch(row)).toBe(true);
  const kept = await readKeptReceipt(db, row.id);
  const receipt = readReceipt(kept?.text ?? '');
  expect(receipt).toMatchObject({ referralId: row.id, receivedAt: row.createdAt });
  expect(kept?.key.kid).toBe(receipt?.keyId);
  expect(await fetch(row)).toBe(true);
  expect(server.sentTo(path)).toHaveLength(1);
  expect(server.sentTo(path)[0]?.headers.get('X-Expected-User')).toBe(user.id);
});

test('more than a call takes are asked for in parts', async () => {
  const rows = Array.from({ length: 501 }, () => aReferral({ userId: user.id }));
  for (const row of rows) server.rows.set(row.id, row);
  await fetch(...rows);
  expect(server.sentTo(path)).toHaveLength(2);
  const kept = await Promise.all(rows.map(({ id }) => readKeptReceipt(db, id)));
  expect(kept.filter((one) => one === null)).toEqual([]);
});

test('of a referral that was sent again to a server that was put back the earlier receipt stays', async () => {
  const row = await stored();
  await fetch(row);
  const again = { ...row, createdAt: nextVersion() };
  server.rows.set(row.id, again);
  await fetch(again);
  const kept = async () => readReceipt((await readKeptReceipt(db, row.id))?.text ?? '');
  expect((await kept())?.receivedAt).toBe(row.createdAt);
  const before = { ...row, createdAt: '2026-01-01T00:00:00.000Z' };
  server.rows.set(row.id, before);
  await fetch(before);
  expect((await kept())?.receivedAt).toBe(before.createdAt);
});

test('without an answer nothing is kept, and it is told', async () => {
  const row = await stored();
  server.script(path, cutBefore);
  expect(await fetch(row)).toBe(false);
  expect(await readKeptReceipt(db, row.id)).toBeNull();
});

test('a refused session blocks the queue as ever', async () => {
  const row = await stored();
  server.script(path, () => refusal(401, 'unauthenticated'));
  expect(await fetch(row)).toBe(false);
  expect((await readSyncState(db)).blocked).toBe('sign-in');
});

test('nothing is kept of somebody who signed out meanwhile', async () => {
  const row = await stored();
  server.script(path, async (_, serve) => {
    await patchSyncState(db, { isOpen: false });
    return serve();
  });
  await fetch(row);
  expect(await db.resources.where('path').startsWith('/api/referrals/').count()).toBe(0);
});

test('an admin’s device keeps those of the desk among its answers, which it forgets together', async () => {
  const row = await stored();
  await fetchReceipts(db, [row], { place: 'desk', deps: fixedDeps().deps });
  expect(await readKeptReceipt(db, row.id, 'desk')).not.toBeNull();
  expect(await readKeptReceipt(db, row.id)).toBeNull();
  expect(await db.resources.where('path').startsWith('/api/admin/').count()).toBe(1);
});

test('the receipt of somebody forgotten goes with the next list', async () => {
  const row = await stored();
  await fetch(row);
  const forgotten = { name: FORGOTTEN_NAME, email: '', phone: null, updatedAt: nextVersion() };
  server.rows.set(row.id, { ...row, ...forgotten });
  await refreshNow(db, 'referrals');
  expect(await readKeptReceipt(db, row.id)).toBeNull();
});
