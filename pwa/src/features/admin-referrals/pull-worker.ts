import { openUserDb } from '../../data/user-db.ts';
import {
  refreshAdminReferrals,
  refreshAdminReferralsNow,
} from '../../sync/refresh-admin-referrals.ts';
import type { Pull } from './pull-beside.ts';

/** Fetches the list once and says when it is over; how it went stands in Dexie. */
self.addEventListener('message', ({ data }: MessageEvent<Pull>) => {
  void fetchList(data).then(post, (error: unknown) => post({ problem: String(error) }));
});

async function fetchList({ userId, isWanted }: Pull): Promise<{ problem?: string }> {
  const db = openUserDb(userId);
  await (isWanted ? refreshAdminReferralsNow(db) : refreshAdminReferrals(db));
  return {};
}

function post(message: { problem?: string }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between workers there is none
  self.postMessage(message);
}
