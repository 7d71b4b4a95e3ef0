import type { CompletionPreview } from '@sunloop/shared-types/program/admin-completion.ts';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { payText, UNKNOWN_PAY } from './completion-words.ts';

/** Asks the server what completing these would pay; undefined if that is not known now. */
export type AskPay = (ids: readonly string[]) => Promise<CompletionPreview | undefined>;

/** What completing pays and to whom, in a sentence; undefined while loading. */
export type ToldPay = string | undefined;

/** Follows what completing these referrals would pay; nothing is asked without `ids`. */
export function useCompletionPay(ids: readonly string[] | undefined, ask: AskPay): ToldPay {
  const key = ids?.join(' ');
  const [told, setTold] = useState<{ key: string; text: string }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    let isWanted = true;
    const tell = (text: string) => {
      if (isWanted) setTold({ key, text });
    };
    ask(key.split(' ')).then(
      (preview) => tell(preview ? payText(preview) : UNKNOWN_PAY),
      (error: unknown) => {
        console.error('What completing pays could not be asked:', error);
        tell(UNKNOWN_PAY);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [key, ask]);
  return told?.key === key ? told?.text : undefined;
}

/** Says before a completion what it pays. */
export function CompletionPay({ told }: { told: ToldPay }) {
  return (
    <p className="completion-pay" role="status">
      <Icon name="gift" />
      {told ?? 'Working out what it pays…'}
    </p>
  );
}
