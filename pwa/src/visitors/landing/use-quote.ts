import { useEffect, useState } from 'react';
import { hasDeviceDb } from '@sunloop/engine/data/has-device-db.ts';
import type * as QuoteSending from './after-form.ts';
import type { QuoteProgress } from './quote-progress.ts';
import type { QuoteFields, QuoteOutcome, QuoteQueueState } from './send-quote.ts';

/** Sends a request or keeps it on the device; continues with what an earlier visit left. */
export function useQuote(code: string): QuoteProgress {
  const [outcome, setOutcome] = useState<QuoteOutcome>();
  const [fields, setFields] = useState<QuoteFields>();
  const [isBusy, setBusy] = useState(false);
  const waiting = useWaiting(outcome?.kind === 'kept');
  const run = async <T>(work: (sending: typeof QuoteSending) => Promise<T>) => {
    setBusy(true);
    try {
      return await work(await import('./after-form.ts'));
    } finally {
      setBusy(false);
    }
  };
  return {
    stand: outcome?.kind ?? 'form',
    isBusy,
    fields,
    refusal: outcome?.kind === 'refused' ? outcome.message : undefined,
    receipt: outcome?.kind === 'sent' ? outcome.receipt : undefined,
    waiting,
    send: (sent) =>
      run(async ({ sendQuote }) => {
        setFields(sent);
        const next = await sendQuote(sent, code);
        setOutcome(next);
        return next.kind === 'refused' ? next.fields : undefined;
      }),
    sendWaiting: () => void run(({ sendWaitingQuotes }) => sendWaitingQuotes()),
    startAgain: () => {
      setOutcome(undefined);
      if (waiting?.isRefused) void run(({ dropRefused }) => dropRefused());
    },
  };
}

/** Follows what waits on the device; loads no database on a first visit. */
function useWaiting(wasKept: boolean): QuoteQueueState | undefined {
  const [waiting, setWaiting] = useState<QuoteQueueState>();
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    const follow = async () => {
      if (!wasKept && !(await hasDeviceDb())) return;
      const { followWaiting } = await import('./after-form.ts');
      if (!isGone) stop = followWaiting(setWaiting);
    };
    follow().catch((error: unknown) => {
      // Without signal, or as the page is left; a failed read is told by what follows.
      console.warn('What waits is not followed here:', error);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [wasKept]);
  return waiting;
}
