import { openUserDb } from '../../../data/user-db.ts';
import { refreshAdminReferrals, refreshAdminReferralsNow } from '../../../sync/desk-list.ts';
import type { Pull, PullNews } from './pull-beside.ts';

/** How often the number of rows so far is reported. Milliseconds. */
const TELL_EVERY_MS = 250;

/** Fetches the list once and says when it is over; the result is in Dexie. */
self.addEventListener('message', ({ data }: MessageEvent<Pull>) => {
  void fetchList(data).then(post, (error: unknown) => post({ problem: String(error) }));
});

async function fetchList({ userId, isWanted }: Pull): Promise<PullNews> {
  const db = openUserDb(userId);
  let toldAt = 0;
  const tell = (received: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    post({ received });
  };
  await (isWanted ? refreshAdminReferralsNow(db, tell) : refreshAdminReferrals(db, tell));
  return { isOver: true };
}

function post(message: PullNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between workers there is none
  self.postMessage(message);
}
