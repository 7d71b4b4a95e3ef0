import { useState } from 'react';
import { isProblem } from '@sunloop/engine/api/problems.ts';
import { showToast, type NoticeText } from '../../ui/layers/notices.ts';

type Options = {
  /** Title of the toast when it fails (SPEC §8). */
  failed: string;
  /** Left out if the person sees it anyway. */
  done?: NoticeText;
  onError?: (error: unknown) => void;
  /** Errors that are no failure, because the form asks for more. */
  isQuestion?: (error: unknown) => boolean;
};

/** Runs one change of the account at a time and announces its result; returns whether it succeeded. */
export function useChange({ failed, done, onError, isQuestion }: Options) {
  const [isBusy, setBusy] = useState(false);
  const run = async (change: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    try {
      await change();
      if (done) showToast(done);
      return true;
    } catch (error) {
      if (!isProblem(error)) console.error(`${failed}:`, error);
      onError?.(error);
      if (isQuestion?.(error)) return false;
      const description = error instanceof Error ? error.message : String(error);
      showToast({ title: failed, description, variant: 'destructive' });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
