import { adminUserRoutes } from '@sunloop/shared-types/accounts/users.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { beforeEach, expect, test } from 'vitest';
import { anAdminReferral, aUser } from '../../test/builders.ts';
import { FakeDesk } from '../../test/fake-desk.ts';
import { refusal } from '../../test/fake-answers.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { askDeskFile, askPage } from './ask-desk.ts';
import { asked } from './desk-resources.ts';

const { adminReferrals } = adminReferralRoutes;
const { auditLogs, exportUser } = adminUserRoutes;
let device: Awaited<ReturnType<typeof aSignedInDevice>>;

beforeEach(async () => {
  device = await aSignedInDevice(aUser({ role: 'admin' }));
});

test('a page that is not kept comes with the cursor of the next one', async () => {
  const { server, db, clock } = device;
  const rows = [1, 2, 3].map((at) => anAdminReferral({ name: `Friend ${at}` }));
  const desk = new FakeDesk(server, rows);
  expect(desk.rows.size).toBe(3);
  const first = await askPage(db, adminReferrals, { query: { limit: '2' } }, clock.deps);
  const query = { limit: '2', after: first.next };
  const second = await askPage(db, adminReferrals, { query }, clock.deps);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([2, 1, undefined]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(3);
  expect(await db.resources.count()).toBe(0);
});

test('a person’s export leaves a line in the audit log, which is fetched again even if the file did not come', async () => {
  const { server, db, clock } = device;
  const { path } = auditLogs;
  await db.resources.put({ path, etag: null, data: [], fetchedAt: clock.deps.now() });
  const route = asked(exportUser, { params: { id: aUser().id } });
  server.script(route.path, () => refusal(500, 'internal'));
  await expect(askDeskFile(db, route, {}, clock.deps)).rejects.toThrow('internal');
  expect((await db.resources.get(path))?.isTouched).toBe(true);
});
