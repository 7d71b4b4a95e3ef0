// @vitest-environment jsdom
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { touchDesk } from '@sunloop/engine/desk.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { jsonAnswer } from '@sunloop/engine/test/fake-answers.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import { Reading } from '../../ui/reading.tsx';
import { Freshness } from './freshness.tsx';
import { useDeskReading } from './use-desk-reading.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

const { adminStats } = adminReferralRoutes;
const SUMS = { totalReferrals: 8, completedReferrals: 2, totalReferralsPaidOut: 600 };
let server: FakeServer;
let db: UserDb;

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice(aUser({ role: 'admin' })));
});

function Users() {
  const stats = useDeskReading(adminStats);
  return (
    <Reading of={stats} what="The figures">
      {({ totalUsers }) => <p>{totalUsers} users</p>}
    </Reading>
  );
}

const answer = (totalUsers: number) => () => jsonAnswer({ ...SUMS, totalUsers });

test('the server’s answer appears, and again after a write touched it', async () => {
  server.script(adminStats.path, answer(3), answer(4));
  render(<Users />, withDb(db));
  expect(await screen.findByText('3 users')).toBeDefined();
  await act(() => touchDesk(db, { touches: [adminStats.path] }));
  expect(await screen.findByText('4 users')).toBeDefined();
  expect(server.sentTo(adminStats.path)).toHaveLength(2);
});

test('without signal it says so, and the answer appears when the signal is back', async () => {
  await patchSyncState(db, { reach: 'offline' });
  server.script(adminStats.path, answer(3));
  render(<Users />, withDb(db));
  expect(await screen.findByText(/will appear here once there is a connection/)).toBeDefined();
  expect(server.requests).toEqual([]);
  await act(() => patchSyncState(db, { reach: 'ok' }));
  expect(await screen.findByText('3 users')).toBeDefined();
});

test('without signal, what is held is shown with its age', async () => {
  server.script(adminStats.path, answer(3));
  render(
    <Freshness head={<h1>Users</h1>}>
      <Users />
    </Freshness>,
    withDb(db),
  );
  expect(await screen.findByText('3 users')).toBeDefined();
  await act(() => patchSyncState(db, { reach: 'offline' }));
  expect(await screen.findByText('No connection to refresh it')).toBeDefined();
  expect(screen.getByText(/^As of .+ · just now$/)).toBeDefined();
  expect(screen.getByText('3 users')).toBeDefined();
});
