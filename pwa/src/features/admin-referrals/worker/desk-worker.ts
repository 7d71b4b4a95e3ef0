import { openUserDb } from '../../../data/user-db.ts';
import { DeskBrain } from './desk-brain.ts';
import type { FromDesk, ToDesk } from '../desk-messages.ts';
import { keepUp, type Upkeep } from './desk-upkeep.ts';
import { pullBeside } from './pull-beside.ts';

/** Holds the list of everybody's referrals outside the page, which sees only the rows on its screen. */
let desk: { brain: DeskBrain; refreshNow: () => void } | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToDesk>) => {
  if (data.kind === 'open') desk ??= open(data.userId);
  else if (data.kind === 'waiting') desk?.brain.showWaiting(data.acts);
  else if (data.kind === 'refresh') desk?.refreshNow();
  else desk?.brain.ask(data);
});

function open(userId: string) {
  const db = openUserDb(userId);
  const brain = new DeskBrain(db, post);
  const pull: Upkeep['pull'] = (isWanted, onCount) => pullBeside({ userId, isWanted }, onCount);
  return { brain, refreshNow: keepUp({ db, brain, post, pull }).refreshNow };
}

function post(message: FromDesk): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between a worker and its page there is none
  self.postMessage(message);
}
