import type { User } from '@sunloop/shared-types';
import { useState } from 'react';
import { showToast } from '../../ui/layers/notices.ts';
import type { EntryOutcome } from './enter.ts';

type Texts = { failed: string; done: string; welcome: (name: string) => string };
/** Called once somebody is signed in; if not `isKept`, this device stored nothing of it. */
export type OnIn = (user: User, isKept: boolean) => void;
type Options = {
  texts: Texts;
  onIn: OnIn;
  onErrors: (fields: Record<string, string>) => void;
};

/** Runs one attempt at a time and says how it ended (SPEC §8). */
export function useEntry({ texts, onIn, onErrors }: Options) {
  const [isBusy, setBusy] = useState(false);
  const run = async (attempt: () => Promise<EntryOutcome>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const outcome = await attempt();
      if (!outcome.isIn) {
        onErrors(outcome.fields);
        showToast({
          title: texts.failed,
          description: outcome.message,
          variant: 'destructive',
        });
        return;
      }
      showToast({ title: texts.done, description: texts.welcome(outcome.user.username) });
      onIn(outcome.user, outcome.isKept);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
