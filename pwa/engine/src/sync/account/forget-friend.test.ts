import { FORGOTTEN_NAME, OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { forgetFriendRoutes } from '@sunloop/shared-types/referrals/forget-friend.ts';
import { beforeEach, expect, test } from 'vitest';
import { getOwnReferral } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { aUser } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { nextVersion } from '../../test/next-version.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueueUpload } from '../outbox/bulk-upload.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { refreshNow } from '../read/resources.ts';
import { drain } from '../send/drain.ts';
import { forgetFriend } from './forget-friend.ts';
import { waitingRows } from '../../test/waiting-rows.ts';

let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
beforeEach(async () => {
  ({ user, server, db } = await aSignedInDevice());
});

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '555 0100', address: null };
const FORGOTTEN = { name: FORGOTTEN_NAME, email: '', phone: null, address: null };
const upload = () => enqueueUpload(db, { fileName: 'friends.csv', rows: [ADA] });
const send = () => drain(db, fixedDeps().deps);
const pathOf = (id: string) => forgetFriendRoutes.forgetFriend.path.replace(':id', id);

/** Ada was in a file that was sent; her row's id. */
async function sendAda(): Promise<string> {
  await upload();
  await send();
  await refreshNow(db, 'referrals');
  return [...server.rows.keys()][0] ?? '';
}

/** What the server does when somebody has her forgotten. */
function forgetOnServer(id: string): void {
  const row = server.rows.get(id);
  if (row) server.rows.set(id, { ...row, ...FORGOTTEN, updatedAt: nextVersion() });
}

/** All that this device holds, as text. */
async function everything(): Promise<string> {
  const tables = await Promise.all(db.tables.map((table) => table.toArray()));
  return JSON.stringify(tables);
}

test('the next list replaces the name on this device, wherever else it is kept', async () => {
  const id = await sendAda();
  const notes = { path: `/api/referrals/${id}/notes`, data: ['Ada Lovelace wants batteries'] };
  await db.resources.put({ ...notes, etag: null, fetchedAt: 1 });
  expect((await everything()).match(/Ada Lovelace/g)?.length).toBeGreaterThan(2);
  forgetOnServer(id);
  await refreshNow(db, 'referrals');
  expect(await getOwnReferral(db, id)).toMatchObject(FORGOTTEN);
  expect(await everything()).not.toMatch(/Ada Lovelace|ada@|555 0100/i);
});

test('the same file uploaded again is already there, also on a device that has forgotten everything', async () => {
  const id = await sendAda();
  forgetOnServer(id);
  await refreshNow(db, 'referrals');
  expect(await upload()).toMatchObject({ queued: 0, alreadyThere: 1 });
  await db.referrals.clear();
  await db.arrived.clear();
  await db.resources.clear();
  expect(await upload()).toMatchObject({ queued: 1 });
  await send();
  expect(await db.rejected.count()).toBe(0);
  expect(server.rows.size).toBe(1);
  expect(await getOwnReferral(db, id)).toMatchObject(FORGOTTEN);
});

test('the person’s own act reads the list anew, and leaves what waits alone', async () => {
  const id = await sendAda();
  await enqueue(db, [{ ...ADA, name: 'Bob Ray', email: 'bob@example.com' }]);
  server.more.set(pathOf(id), () => {
    forgetOnServer(id);
    return new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } });
  });
  await forgetFriend(db, id, fixedDeps().deps);
  expect(server.sentTo(pathOf(id))[0]?.headers.get('X-Expected-User')).toBe(user.id);
  expect(await getOwnReferral(db, id)).toMatchObject(FORGOTTEN);
  expect(await waitingRows(db)).toMatchObject([{ name: 'Bob Ray' }]);
});

test('without signal nothing changes here', async () => {
  const id = await sendAda();
  server.script(pathOf(id), cutBefore);
  await expect(forgetFriend(db, id, fixedDeps().deps)).rejects.toMatchObject({ reason: 'offline' });
  expect(await getOwnReferral(db, id)).toMatchObject({ name: ADA.name });
});

test('nothing about the other friends is dropped with them', async () => {
  const id = await sendAda();
  await enqueue(db, [{ ...ADA, name: 'Bob Ray', email: 'bob@example.com' }]);
  await send();
  await refreshNow(db, 'referrals');
  const bob = [...server.rows.values()].find(({ name }) => name === 'Bob Ray');
  const notes = { path: `/api/referrals/${bob?.id}/notes`, data: ['Bob wants batteries'] };
  await db.resources.put({ ...notes, etag: null, fetchedAt: 1 });
  forgetOnServer(id);
  if (bob) server.rows.set(bob.id, { ...bob, name: 'Bob Roy', updatedAt: nextVersion() });
  await refreshNow(db, 'referrals');
  expect(await getOwnReferral(db, bob?.id ?? '')).toMatchObject({ name: 'Bob Roy' });
  expect(await db.resources.get(notes.path)).toMatchObject(notes);
  expect((await db.log.toArray()).map(({ name }) => name)).toEqual([FORGOTTEN_NAME, 'Bob Ray']);
});
