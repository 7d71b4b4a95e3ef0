/** An admin's changes of referrals: saving them, what waits, and what conflicts. */

export {
  keepTheirs,
  readConflicts,
  readWaitingActs,
  setMine,
  statusAfter,
  type WaitingAct,
  type WaitingActs,
} from './acts/acts-state.ts';
export { checkDoneActs } from './acts/check-done-acts.ts';
export { enqueueActs, takeBackAct } from './acts/enqueue-acts.ts';
export { readListed, type WantedPage } from './acts/read-listed.ts';
