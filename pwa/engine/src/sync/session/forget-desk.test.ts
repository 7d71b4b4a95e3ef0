import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aUser } from '../../test/builders.ts';
import { jsonAnswer } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { checkUser } from '../answers/check-user.ts';
import { asked, refreshDeskNow } from '../read/desk-resources.ts';
import { signIn } from './session.ts';

const admin = { ...aUser({ role: 'admin' }), erasedUsers: 2 };
const LIST = asked(adminReferralRoutes.adminReferrals, { query: { limit: '5' } });
const OWN = { path: '/api/stats', etag: null, fetchedAt: 1, data: {} };
let server: FakeServer;
let db: UserDb;
let deps: Awaited<ReturnType<typeof aSignedInDevice>>['clock']['deps'];

beforeEach(async () => {
  ({
    server,
    db,
    clock: { deps },
  } = await aSignedInDevice(admin));
  server.more.set(`GET ${LIST.path}`, () => jsonAnswer([]));
  await db.resources.clear();
  await db.resources.bulkPut([OWN, { ...OWN, path: LIST.path }]);
});

const keptPaths = () => db.resources.toCollection().primaryKeys();
const sayErased = (erasedUsers: number) => {
  server.user = { ...admin, erasedUsers };
};

test('an admin’s device forgets the desk, and nothing else, once somebody was erased (rule 35)', async () => {
  await checkUser(db, deps);
  expect(await keptPaths()).toEqual([LIST.path, OWN.path]);
  sayErased(3);
  await checkUser(db, deps);
  expect(await keptPaths()).toEqual([OWN.path]);
  await db.resources.put({ ...OWN, path: LIST.path });
  await checkUser(db, deps);
  expect(await keptPaths()).toEqual([LIST.path, OWN.path]);
});

test('it does so at a new sign-in, too', async () => {
  await signIn({ ...admin, erasedUsers: 3 }, deps);
  expect(await keptPaths()).toEqual([OWN.path]);
});

test('an answer that was on its way meanwhile is not kept (rule 35)', async () => {
  await db.resources.delete(LIST.path);
  let asks = 0;
  server.script('/api/admin/referrals', async () => {
    asks += 1;
    sayErased(3);
    await checkUser(db, deps);
    return jsonAnswer([]);
  });
  await refreshDeskNow(db, LIST, deps);
  expect(asks).toBe(1);
  expect(await keptPaths()).not.toContain(LIST.path);
});
