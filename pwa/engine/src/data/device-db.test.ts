import { beforeEach, expect, test } from 'vitest';
import { aUser } from '../test/builders.ts';
import { oweSignOut } from '../test/owed-sign-out.ts';
import {
  clearOwedSignOut,
  deviceDb,
  noteDiscarded,
  readSession,
  writeSession,
} from './device-db.ts';

const user = aUser();

beforeEach(() => deviceDb.device.clear());

test('once a sign-out has discarded, it keeps what is saved from then on (rule 14)', async () => {
  await oweSignOut(user.id, 'discard', { since: 5, lastKey: 7 });
  const owed = await readSession();
  await noteDiscarded();
  expect(await readSession()).toEqual({ ...owed, unsent: 'keep' });
  await noteDiscarded();
  expect(await readSession()).toEqual({ ...owed, unsent: 'keep' });
});

test('a session that began while the old one ended stays as it is (rule 14)', async () => {
  const times = { etag: null, fetchedAt: 1, signedInAt: 1 };
  await writeSession({ key: 'session', state: 'active', user, ...times });
  const session = await readSession();
  await noteDiscarded();
  await clearOwedSignOut();
  expect(await readSession()).toEqual(session);
});

test('with nobody signed in or out, there is nothing to note', async () => {
  await noteDiscarded();
  await clearOwedSignOut();
  expect(await readSession()).toBeUndefined();
});

test('an owed sign-out is forgotten once it is done', async () => {
  await oweSignOut(user.id, 'keep');
  await clearOwedSignOut();
  expect(await readSession()).toBeUndefined();
});
