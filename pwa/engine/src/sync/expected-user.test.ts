import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { beforeEach, expect, test } from 'vitest';
import { isProblem } from '../api/problems.ts';
import { readSession, updateSessionUser, writeSession } from '../data/device-db.ts';
import { readSyncState } from '../data/sync-state.ts';
import { openUserDb, type UserDb } from '../data/user-db.ts';
import { aNewReferral, anAdminReferral, aUser } from '../test/builders.ts';
import { answerWith, refusal } from '../test/fake-answers.ts';
import type { FakeServer } from '../test/fake-server.ts';
import type { fixedDeps } from '../test/fixed-deps.ts';
import { checkAchievements } from './read/achievements.ts';
import { askDesk, askDeskFile } from './read/ask-desk.ts';
import { enqueueUpload } from './outbox/bulk-upload.ts';
import { sendWatched } from './send/watch-upload.ts';
import { refreshDeskNow } from './read/desk-resources.ts';
import { checkUser } from './answers/check-user.ts';
import { drain } from './send/drain.ts';
import { syncOnce } from './send/sync-once.ts';
import { enqueue } from './outbox/enqueue.ts';
import { enqueueActs } from './acts/enqueue-acts.ts';
import { changePassword, saveProfile } from './account/profile.ts';
import { pageQuestion, refreshPage } from './read/desk-list.ts';
import { refreshNow } from './read/resources.ts';
import { openQueue } from './session/session.ts';
import { aSignedInDevice } from '../test/signed-in-device.ts';

const { adminStats } = adminReferralRoutes;
const user = aUser({ role: 'admin' });
let server: FakeServer;
let db: UserDb;
let deps: ReturnType<typeof fixedDeps>['deps'];

beforeEach(async () => {
  ({
    server,
    db,
    clock: { deps },
  } = await aSignedInDevice(user));
  await Promise.all([db.outbox, db.referrals, db.resources].map((table) => table.clear()));
});

async function push(): Promise<void> {
  await enqueue(db, [aNewReferral()]);
  await drain(db, deps);
}

async function act(): Promise<void> {
  const { id } = anAdminReferral();
  await enqueueActs(db, [{ act: 'status', id, status: 'completed', expected: 'submitted' }]);
  await drain(db, deps);
}

async function sendAlone(): Promise<void> {
  await enqueueUpload(db, { fileName: 'a.csv', rows: [aNewReferral()] });
  await sendWatched(db, deps);
}

test.each([
  ['a batch', push],
  ['an act', act],
  ['a row sent alone', sendAlone],
  ['the list', () => refreshNow(db, 'referrals', deps)],
  ['a figure', () => refreshNow(db, 'stats', deps)],
  ['a check for achievements', () => checkAchievements(db, deps)],
  ['a profile', () => saveProfile(db, { username: 'Sol' }, deps)],
  ['the question who is signed in', () => checkUser(db, deps)],
  ['a password', () => changePassword(db, { newPassword: 'a new password' }, deps)],
  ['an answer of the desk', () => refreshDeskNow(db, adminStats, deps)],
  ['a page of the desk', () => askDesk(db, adminStats, {}, deps)],
  ['a file of the desk', () => askDeskFile(db, adminStats, {}, deps)],
  ['a page of all referrals', () => refreshPage(db, pageQuestion({}), {}, deps)],
])('%s names the user it is meant for (rule 6)', async (_, work) => {
  // The content of the desk's answers does not matter here.
  server.intercept = ({ path }) =>
    path.startsWith('/api/admin') ? answerWith(() => refusal(403, 'forbidden')) : undefined;
  await work().catch((error: unknown) => {
    if (!isProblem(error)) throw error;
  });
  expect(server.requests.length).toBeGreaterThan(0);
  for (const { headers } of server.requests)
    expect(headers.get(EXPECTED_USER_HEADER)).toBe(user.id);
});

test('the question who is signed in sends the tag of this user’s last answer, and of nobody else’s', async () => {
  const asked = async () => {
    await checkUser(db, deps);
    return server.requests.at(-1)?.headers.get('If-None-Match');
  };
  await asked();
  const tag = await asked();
  expect(tag).toBeTruthy();
  const session = await readSession();
  if (session?.state !== 'active') throw new Error('nobody is signed in');
  await writeSession({ ...session, user: { ...session.user, id: aUser().id } });
  expect(await asked()).toBeNull();
  expect(server.requests.every(({ path }) => path === sessionRoutes.currentUser.path)).toBe(true);
});

test('a round of sending for somebody who is not signed in here opens and sends nothing (rule 6)', async () => {
  const others = openUserDb(aUser().id);
  await enqueue(others, [aNewReferral()]);
  await syncOnce(others, deps);
  expect(server.requests).toEqual([]);
  expect((await readSyncState(others)).isOpen).toBe(false);
});

test('what comes late about somebody else changes neither who is signed in nor whose queue is open (rule 6)', async () => {
  const other = aUser();
  const others = openUserDb(other.id);
  await updateSessionUser(other.id, { user: other, etag: null, fetchedAt: 1 });
  await openQueue(others);
  expect(await readSession()).toMatchObject({ state: 'active', user: { id: user.id } });
  expect((await readSyncState(others)).isOpen).toBe(false);
});
