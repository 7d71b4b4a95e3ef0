import type { QuoteReceipt } from '@sunloop/shared-types/visitors/quotes.ts';
import type { QuoteFields, QuoteOutcome, QuoteQueueState } from './send-quote.ts';

/** The state of this visit's form; `kept`: the request waits on the device, or was sent since. */
type QuoteStep = QuoteOutcome['kind'] | 'form';

/** The state of the visitor's requests, and what can be done about them. */
export interface QuoteProgress {
  stand: QuoteStep;
  isBusy: boolean;
  /** What the last one held. */
  fields: QuoteFields | undefined;
  /** Why the last one was refused, as text for the person. */
  refusal: string | undefined;
  /** The server's answer to the last one, if this visit got it. */
  receipt: QuoteReceipt | undefined;
  /** What waits on this device, from this visit or an earlier one. */
  waiting: QuoteQueueState | undefined;
  /** Returns messages by field if the server refused some. */
  send: (fields: QuoteFields) => Promise<Readonly<Record<string, string>> | undefined>;
  sendWaiting: () => void;
  startAgain: () => void;
}
