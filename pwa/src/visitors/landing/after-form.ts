/** What the page needs once its form was sent or a request waits on the device; one file, because both come together. */
export { AfterForm, WaitingBanner } from './quote-after.tsx';
export { dropRefused, followWaiting, sendQuote, sendWaitingQuotes } from './send-quote.ts';
