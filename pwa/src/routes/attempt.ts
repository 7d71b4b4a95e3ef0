import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { ApiError, isProblem } from '@sunloop/engine/api/problems.ts';
import type { SaveAnswer } from '../ui/forms/save-outcome.ts';
import { showToast, type NoticeText } from '../ui/layers/notices.ts';

export type AttemptWords = {
  /** Title of the toast when it fails (SPEC §8). */
  failed: string;
  /** Shown when it worked; left out if the person sees it anyway. */
  done?: NoticeText;
};

/** Does something for an admin and announces the result; forms and dialogs get it back, too. */
export async function attempt<T>(
  { failed, done }: AttemptWords,
  work: () => Promise<T>,
): Promise<SaveAnswer<T>> {
  try {
    const answer = await work();
    if (done) showToast(done);
    return { isSaved: true, answer };
  } catch (error) {
    if (!isProblem(error)) console.error(`${failed}:`, error);
    const code = error instanceof ApiError ? error.code : null;
    const message = error instanceof Error ? error.message : String(error);
    // Whoever is asked who they are and does not say so knows why it was not done.
    if (code !== 'password_needed')
      showToast({ title: failed, description: message, variant: 'destructive' });
    return { isSaved: false, code, message, fields: errorFields(error) };
  }
}
