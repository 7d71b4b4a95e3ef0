/** Visitors' requests for a quote. */

export { drainQuotesNow, enqueueQuote, readQuotes, removeQuote } from './quotes/quotes.ts';
export { startQuotes } from './quotes/start-quotes.ts';
