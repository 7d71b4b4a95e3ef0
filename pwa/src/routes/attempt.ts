import { errorFields } from '../api/error-fields.ts';
import { ApiError, isProblem } from '../api/problems.ts';
import type { SaveAnswer } from '../ui/save-outcome.ts';
import { showToast, type ToastText } from '../ui/show-toast.ts';

export type AttemptWords = {
  /** Title of the toast when it fails (SPEC §8). */
  failed: string;
  /** Told when it worked; nothing where the person sees it. */
  done?: ToastText;
};

/** Does something for a person of the desk and tells them how it ended; forms and dialogs learn it too. */
export async function attempt<T>(
  { failed, done }: AttemptWords,
  work: () => Promise<T>,
): Promise<SaveAnswer<T>> {
  try {
    const answer = await work();
    if (done) void showToast(done);
    return { isSaved: true, answer };
  } catch (error) {
    if (!isProblem(error)) console.error(`${failed}:`, error);
    const message = error instanceof Error ? error.message : String(error);
    void showToast({ title: failed, description: message, variant: 'destructive' });
    const code = error instanceof ApiError ? error.code : null;
    return { isSaved: false, code, message, fields: errorFields(error) };
  }
}
