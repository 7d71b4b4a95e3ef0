import { PREVIEW_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { CompletionPreview } from '@sunloop/shared-types/program/admin-completion.ts';
import type { ReferralAct, ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { type AdminReferral, REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { call } from '@sunloop/engine/api/client.ts';
import { isProblem } from '@sunloop/engine/api/problems.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueueActs } from '@sunloop/engine/acts.ts';
import { showToast, type NoticeText } from '../../ui/layers/notices.ts';
import { attempt } from '../../routes/attempt.ts';

/** An admin who wants to complete referrals waits no longer than this to be told what it pays. */
const PATIENCE_MS = 5000;

/** What completing these referrals would pay; undefined without an answer. */
export async function askPay(ids: readonly string[]): Promise<CompletionPreview | undefined> {
  const body = { ids: ids.slice(0, PREVIEW_MAX_ROWS) };
  const asked = { body, timeoutMs: PATIENCE_MS };
  try {
    return (await call(adminReferralRoutes.previewCompletion, asked)).data;
  } catch (error) {
    if (!isProblem(error)) throw error;
    return undefined;
  }
}

export const isCompletion = (act: ReferralAct): act is Extract<ReferralAct, { act: 'status' }> =>
  act.act === 'status' && act.status === 'completed';

/** Acts that can be undone, and the referrals as they were seen. */
interface MadeActs {
  acts: readonly ReferralAct[];
  seen: readonly AdminReferral[];
}

/** Adds an undo to the toast about completions, which sets each back to the status seen before. */
export function withUndo(db: UserDb, { acts, seen }: MadeActs, said: NoticeText): NoticeText {
  const undone = acts.filter(isCompletion).flatMap(reverseOf);
  if (undone.length === 0) return said;
  const undo = () => {
    const done = { title: 'Undone', description: 'The referrals have their old status again.' };
    void attempt({ failed: 'Update Failed', done }, () => enqueueActs(db, undone, seen));
  };
  return { ...said, action: { label: 'Undo', onPress: undo } };
}

/** Announces one completion, with an undo. */
export function tellCompleted(
  db: UserDb,
  act: ReferralAct,
  seen: readonly AdminReferral[],
  pay?: string,
): void {
  const description = pay ?? 'Its reward goes to the referrer.';
  showToast(withUndo(db, { acts: [act], seen }, { title: 'Set to Completed', description }));
}

function reverseOf(act: ReferralChange): ReferralAct[] {
  const status = REFERRAL_STATUSES.find((one) => one === act.expected);
  return status ? [{ act: 'status', id: act.id, status, expected: 'completed' }] : [];
}
