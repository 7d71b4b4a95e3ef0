import { backoffMs } from '../ground/backoff.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { singleFlight } from '../ground/single-flight.ts';
import { onPageTriggers } from '../ground/triggers-page.ts';
import { wakeTimer } from '../ground/wake-timer.ts';
import { startQuotes } from '../quotes/start-quotes.ts';
import { settleSignOut } from '../session/session.ts';
import { forgetOthersOnce } from './forget-others-once.ts';

/**
 * Keeps trying to tell the server about a sign-out made without a connection and about visitors' requests, while nobody
 * is signed in and `startSync` does not run: at start, when the network or the person comes back, and, because browsers
 * do not always notice the network, after a pause. Returns how to stop.
 */
export function startSettling(window: Window, deps: SyncDeps = realDeps): () => void {
  let failures = 0;
  const settle = singleFlight(async () => {
    let isSettled = false;
    try {
      isSettled = await settleSignOut();
      await forgetOthersOnce();
    } catch (error) {
      console.error('Sign-out failed here:', error);
    }
    failures = isSettled ? 0 : failures + 1;
    timer.set(isSettled ? null : deps.now() + backoffMs(failures, deps.random()));
  });
  const onHint = () => void settle();
  const timer = wakeTimer(() => deps.now(), onHint);
  onHint();
  const stopQuotes = startQuotes(window, deps);
  const stopTriggers = onPageTriggers(window, {
    onOnline: onHint,
    onOffline: () => undefined,
    onVisible: onHint,
  });
  return () => {
    timer.stop();
    stopQuotes();
    stopTriggers();
  };
}
