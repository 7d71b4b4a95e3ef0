import { useState } from 'react';
import { errorFields } from '../../api/error-fields.ts';
import { isProblem } from '../../api/problems.ts';
import { showToast } from '../../ui/show-toast.ts';

type Options = {
  /** Title of the toast when it fails (SPEC §8). */
  failed: string;
  onFields?: (fields: Record<string, string>) => void;
};

/** Runs one act at a time; a failure is told by toast and answers undefined, and nothing typed is lost. */
export function useAct({ failed, onFields }: Options) {
  const [isBusy, setBusy] = useState(false);
  const run = async <T>(act: () => Promise<T>): Promise<{ answer: T } | undefined> => {
    if (isBusy) return undefined;
    setBusy(true);
    try {
      return { answer: await act() };
    } catch (error) {
      if (!isProblem(error)) console.error(`${failed}:`, error);
      onFields?.(errorFields(error));
      const description = error instanceof Error ? error.message : String(error);
      void showToast({ title: failed, description, variant: 'destructive' });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
