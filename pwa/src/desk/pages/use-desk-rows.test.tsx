// @vitest-environment jsdom
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { type DeskView, FIRST_VIEW } from '../referrals/desk-view.ts';
import type { ReferralList } from '../referrals/referral-list.ts';
import { readWaitingActs } from '@sunloop/engine/acts.ts';
import { enqueueActs } from '@sunloop/engine/acts.ts';
import { drain } from '@sunloop/engine/drain.ts';
import { realDeps } from '@sunloop/engine/read.ts';
import { LIST_PAGE_ROWS } from '@sunloop/engine/desk.ts';
import { touchDesk } from '@sunloop/engine/desk.ts';
import { anAdminReferral, aUser } from '@sunloop/engine/test/builders.ts';
import { FakeDesk } from '@sunloop/engine/test/fake-desk.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { useDeskRows } from './use-desk-rows.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { useStored } from '../../stored/use-stored.ts';

const PATH = '/api/admin/referrals';
const NONE = new Map();
let server: FakeServer;
let desk: FakeDesk;
let db: UserDb;
/** The list as it was drawn last. */
const drawn = vi.fn<(list: ReferralList) => void>();
const list = () => drawn.mock.lastCall![0];

/** Friend 0 is the newest. */
const friends = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) - at * 1000).toISOString();
    const times = { date: createdAt, createdAt, updatedAt: createdAt };
    return anAdminReferral({ name: `Friend ${at}`, status: 'submitted', ...times });
  });

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice(aUser({ role: 'admin' })));
});

function List({ view = FIRST_VIEW }: { view?: DeskView }) {
  const waiting = useStored(readWaitingActs) ?? NONE;
  const own = useDeskRows(view, waiting);
  useLayoutEffect(() => drawn(own));
  const names = Array.from({ length: own.length }, (_, at) => own.rowAt(at)?.referral.name);
  return (
    <p>{`${own.missing ?? 'shown'}, ${own.length} rows, ${own.rest}: ${names.slice(0, 3).join(', ')}`}</p>
  );
}

function show(rows: AdminReferral[], view?: DeskView) {
  desk = new FakeDesk(server, rows);
  return render(<List {...(view && { view })} />, withDb(db));
}

const sentAfter = () => server.sentTo(PATH).map(({ query }) => query.get('after'));
const scrollTo = (from: number) => act(async () => list().request(from, from + 10));

test('pages are fetched one after the other, before they come onto the screen', async () => {
  const rows = friends(5 * LIST_PAGE_ROWS + 7);
  show(rows);
  await screen.findByText(/^shown, 100 rows, loading: Friend 0/);
  expect(sentAfter()).toEqual([null]);
  await scrollTo(170);
  await screen.findByText(/^shown, 300 rows, loading/);
  expect(sentAfter()).toEqual([null, rows[99]?.id, rows[199]?.id]);
  await scrollTo(480);
  await screen.findByText(/^shown, 507 rows, none/);
  expect(list().rowAt(506)?.referral.name).toBe('Friend 506');
  expect(list().placeOf(rows[333]?.id ?? '')).toBe(333);
  expect(server.sentTo(PATH)).toHaveLength(6);
});

test('after a write the rows on the screen are asked for again, and follow what moved', async () => {
  const rows = friends(3 * LIST_PAGE_ROWS);
  show(rows);
  await screen.findByText(/^shown, 100 rows/);
  await scrollTo(180);
  await screen.findByText(/^shown, 300 rows, none/);
  for (const { id } of rows.slice(0, 2)) desk.change('another admin', id, null);
  await act(() => touchDesk(db, { touches: [adminReferralRoutes.adminReferrals.path] }));
  await screen.findByText(/^shown, 298 rows, none: Friend 2, Friend 3/);
  expect(list().rowAt(297)?.referral.name).toBe('Friend 299');
  expect(list().rowAt(100)?.referral.name).toBe('Friend 102');
});

test('without signal the pages that were read are shown, and nothing is said to come', async () => {
  const { unmount } = show(friends(3 * LIST_PAGE_ROWS));
  await screen.findByText(/^shown, 100 rows/);
  unmount();
  const asked = server.requests.length;
  await patchSyncState(db, { reach: 'offline' });
  render(<List />, withDb(db));
  await screen.findByText(/^shown, 100 rows, offline: Friend 0/);
  expect(server.requests).toHaveLength(asked);
  await act(() => patchSyncState(db, { reach: 'ok' }));
  await scrollTo(180);
  await screen.findByText(/^shown, 300 rows, none/);
});

test('a question never asked is missing without signal, and answered once there is one', async () => {
  await patchSyncState(db, { reach: 'offline' });
  show(friends(1));
  await screen.findByText(/^offline, 0 rows/);
  await act(() => patchSyncState(db, { reach: 'ok' }));
  await screen.findByText(/^shown, 1 rows, none: Friend 0/);
});

test('while another question is answered, the rows of the one before stay', async () => {
  const rows = friends(2);
  const { rerender } = show(rows);
  await screen.findByText(/^shown, 2 rows/);
  desk.change('another admin', rows[0]?.id ?? '', 'completed');
  rerender(<List view={{ ...FIRST_VIEW, status: 'completed' }} />);
  expect(list().isBehind).toBe(true);
  expect(list().length).toBe(2);
  await screen.findByText(/^shown, 1 rows, none: Friend 0/);
  expect(list().isBehind).toBe(false);
});

test('what waits lies over the rows: another status, no deleted ones, and none that left the filter', async () => {
  const [ann, bob, cid] = friends(3) as [AdminReferral, AdminReferral, AdminReferral];
  await patchSyncState(db, { isOpen: true });
  const { rerender } = show([ann, bob, cid], { ...FIRST_VIEW, status: 'submitted' });
  await screen.findByText(/^shown, 3 rows/);
  await act(() =>
    enqueueActs(
      db,
      [
        { act: 'status', id: ann.id, status: 'completed', expected: 'submitted' },
        { act: 'delete', id: bob.id, expected: 'submitted' },
      ],
      [ann, bob],
    ),
  );
  await screen.findByText(/^shown, 1 rows, none: Friend 2/);
  rerender(<List />);
  await screen.findByText(/^shown, 2 rows, none: Friend 0, Friend 2/);
  expect(list().rowAt(0)).toMatchObject({ isWaiting: true, referral: { status: 'completed' } });
  rerender(<List view={{ ...FIRST_VIEW, status: 'waiting' }} />);
  await screen.findByText(/^shown, 1 rows, none: Friend 0/);
});

test('a change the server has taken does not flash back, not for one frame', async () => {
  // Pages take longer to read than what waits.
  const rows = friends(3 * LIST_PAGE_ROWS);
  show(rows);
  await screen.findByText(/^shown, 100 rows/);
  await scrollTo(180);
  await screen.findByText(/^shown, 300 rows, none/);
  const id = rows[0]?.id ?? '';
  const statusShown = () => list().rowAt(0)?.referral.status;
  const change = { act: 'status', id, status: 'in_progress', expected: 'submitted' } as const;
  await act(() => enqueueActs(db, [change], rows.slice(0, 1)));
  await vi.waitFor(() => expect(statusShown()).toBe('in_progress'));
  drawn.mockClear();
  // Outside `act`, which would draw all of it at once.
  const sending = drain(db, realDeps);
  await waitFor(() => expect(list().rowAt(0)?.isWaiting).toBe(false));
  await sending;
  const shown = drawn.mock.calls.map(([drawnList]) => drawnList.rowAt(0)?.referral.status);
  expect(new Set(shown)).toEqual(new Set(['in_progress']));
});
