import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueueActs } from '@sunloop/engine/acts.ts';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { attempt } from '../../routes/attempt.ts';
import { isCompletion, tellCompleted } from './completion.ts';

/** An act on a referral, as that was seen, and what the person was told that it pays. */
interface SeenAct {
  act: ReferralAct;
  referral: AdminReferral;
  pays?: string | undefined;
}

/**
 * Saves an act, to be sent when possible. Says so if this device cannot save it (SPEC §8), and announces a completion
 * with what it `pays` and an undo.
 */
export async function saveAct(db: UserDb, { act, referral, pays }: SeenAct): Promise<SaveOutcome> {
  const failed = act.act === 'delete' ? 'Delete Failed' : 'Update Failed';
  const outcome = await attempt({ failed }, () => enqueueActs(db, [act], [referral]));
  if (outcome.isSaved && isCompletion(act)) tellCompleted(db, act, [referral], pays);
  return outcome;
}
