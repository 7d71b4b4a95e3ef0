import { CALL_TIMEOUT_MS } from '../../api/client.ts';

/** For asking who is signed in: any connection that can carry referrals can carry this. Milliseconds. */
export const CHECK_TIMEOUT_MS = 8000;
/** A 'sending' mark older than this was left by a killed tab. Milliseconds. */
export const SENDING_MARK_MS = CALL_TIMEOUT_MS + CHECK_TIMEOUT_MS + 5000;

/** Time and chance, passed in because the rules depend on them. */
export interface SyncDeps {
  /** Epoch milliseconds. */
  now: () => number;
  /** From 0 to below 1, evenly distributed. */
  random: () => number;
  wait: (delayMs: number) => Promise<void>;
}

export const realDeps: SyncDeps = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
};
