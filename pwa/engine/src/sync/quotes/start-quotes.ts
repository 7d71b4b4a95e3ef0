import { liveQuery } from 'dexie';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { drainQuotes, drainQuotesNow, nextQuoteAt } from './quotes.ts';
import { singleFlight } from '../ground/single-flight.ts';
import { onPageTriggers } from '../ground/triggers-page.ts';
import { wakeTimer } from '../ground/wake-timer.ts';

/**
 * Keeps visitors' requests moving while a page lives: at start, after one is saved in any tab, when the network or the
 * person comes back, and when the backoff is over. Returns how to stop.
 */
export function startQuotes(window: Window, deps: SyncDeps = realDeps): () => void {
  const report = (error: unknown) => console.error('Quotes could not be sent from here:', error);
  const guard = (work: () => Promise<void>) => () => void work().catch(report);
  const sendDue = guard(singleFlight(() => drainQuotes(deps)));
  const sendNow = guard(singleFlight(() => drainQuotesNow(deps)));
  const timer = wakeTimer(() => deps.now(), sendDue);
  const wakes = liveQuery(nextQuoteAt).subscribe((at) => timer.set(at), report);
  const stopTriggers = onPageTriggers(window, {
    onOnline: sendNow,
    onOffline: () => undefined,
    onVisible: sendNow,
  });
  return () => {
    wakes.unsubscribe();
    stopTriggers();
    timer.stop();
  };
}
