import { beforeEach, expect, test } from 'vitest';
import { readSession } from '../../data/device-db.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { aUser } from '../../test/builders.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { changedMeanwhile, changePassword, saveProfile } from './profile.ts';

const PROFILE = '/api/user/profile';
const PASSWORD = '/api/change-password';
let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;

beforeEach(async () => {
  ({ user, server, db } = await aSignedInDevice());
});

const storedName = async () => {
  const session = await readSession();
  return session?.state === 'active' ? session.user.username : undefined;
};

test('the server’s answer replaces the user on this device', async () => {
  server.script(
    PROFILE,
    answerWith(() => jsonAnswer({ ...user, username: 'New Name' })),
  );
  await saveProfile(db, { username: 'New Name' });
  expect(await storedName()).toBe('New Name');
  expect(server.sentTo(PROFILE)[0]?.headers.get('X-Expected-User')).toBe(user.id);
});

test('a refusal is thrown with its fields, and nothing changes here', async () => {
  server.script(
    PROFILE,
    answerWith(() => refusal(409, 'username_taken')),
  );
  await expect(saveProfile(db, { username: 'Taken' })).rejects.toMatchObject({
    code: 'username_taken',
  });
  expect(await storedName()).toBe(user.username);
});

test('a field changed elsewhere is thrown with its stored value, and the newest user is fetched', async () => {
  const phone = '555 0111';
  server.user = { ...user, phone };
  server.script(
    PROFILE,
    answerWith(() => refusal(409, 'changed_meanwhile', {}, { phone })),
  );
  const saving = saveProfile(db, { phone: '555 0122', expected: { phone: null } });
  const error = await saving.catch((thrown: unknown) => thrown);
  expect(changedMeanwhile(error)).toEqual({ phone });
  expect(await readSession()).toMatchObject({ user: { phone } });
});

test('a lost connection is thrown and changes nothing', async () => {
  server.script(PROFILE, cutBefore, cutBefore, cutBefore);
  const { deps } = fixedDeps();
  await expect(saveProfile(db, { phone: '1' }, deps)).rejects.toMatchObject({ reason: 'offline' });
  expect(server.sentTo(PROFILE)).toHaveLength(3);
  expect((await readSyncState(db)).blocked).toBeNull();
});

test('an ended session is reported to the whole app (rule 7)', async () => {
  server.user = null;
  await expect(changePassword(db, { newPassword: 'new secret' })).rejects.toMatchObject({
    status: 401,
  });
  expect((await readSyncState(db)).blocked).toBe('sign-in');
  expect(server.sentTo(PASSWORD)[0]?.body).toEqual({ newPassword: 'new secret' });
});
