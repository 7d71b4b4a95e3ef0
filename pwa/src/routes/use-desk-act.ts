import { useCallback } from 'react';
import { ApiError, isProblem } from '../api/problems.ts';
import type { UserDb } from '../data/user-db.ts';
import type { SaveOutcome } from '../ui/save-outcome.ts';
import { showToast, type ToastText } from '../ui/show-toast.ts';
import { useDeskWrite, type WriteDesk } from './use-desk-write.ts';

type Words = {
  /** Title of the toast when it fails (SPEC §8). */
  failed: string;
  done: ToastText;
};

/** Does something on the desk and tells the person how it ended. */
export type DeskAct = (
  words: Words,
  work: (write: WriteDesk) => Promise<unknown>,
) => Promise<SaveOutcome>;

/** Writes of a panel, told by toast; what a form or dialog needs to know comes back to it. */
export function useDeskAct(db: UserDb): DeskAct {
  const write = useDeskWrite(db);
  return useCallback(
    async ({ failed, done }, work) => {
      try {
        await work(write);
        void showToast(done);
        return { isSaved: true };
      } catch (error) {
        if (!isProblem(error)) console.error(`${failed}:`, error);
        const message = error instanceof Error ? error.message : String(error);
        void showToast({ title: failed, description: message, variant: 'destructive' });
        const refusal = error instanceof ApiError ? error : undefined;
        const [code, fields] = [refusal?.code ?? null, refusal?.fields ?? {}];
        return { isSaved: false, code, message, fields };
      }
    },
    [write],
  );
}
