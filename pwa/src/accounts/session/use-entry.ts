import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useState } from 'react';
import { showToast } from '../../ui/layers/notices.ts';
import type { EntryOutcome } from './enter.ts';

type Texts = { failed: string; done: string; welcome: (name: string) => string };
/** Called once somebody is signed in; if not `isKept`, this device stored nothing of it. */
export type OnIn = (user: User, isKept: boolean) => void;
/** A sign-in that goes on with its `Step`, by one of `fields`. */
export type Half = Extract<EntryOutcome, { isIn: false }>;
type Options = {
  texts: Texts;
  onIn: OnIn;
  onErrors: (fields: Record<string, string>) => void;
  /** The server wants more than a password. */
  onHalf?: (half: Half) => void;
};

/** Runs one attempt at a time and says how it ended (SPEC §8). */
export function useEntry({ texts, onIn, onErrors, onHalf }: Options) {
  const [isBusy, setBusy] = useState(false);
  const run = async (attempt: () => Promise<EntryOutcome>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const outcome = await attempt();
      if (!outcome.isIn) {
        if (outcome.Step && onHalf) {
          onHalf(outcome);
          return;
        }
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
