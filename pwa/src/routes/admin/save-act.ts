import type { ReferralAct } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { enqueueActs } from '../../sync/acts/enqueue-acts.ts';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { attempt } from '../attempt.ts';
import { isCompletion, tellCompleted } from './completion.ts';

/**
 * Saves an act, to be sent when it can be; what this device cannot save is told (SPEC §8), and so is a completion,
 * with what it `pays` and an undo.
 */
export async function saveAct(db: UserDb, act: ReferralAct, pays?: string): Promise<SaveOutcome> {
  const failed = act.act === 'delete' ? 'Delete Failed' : 'Update Failed';
  const outcome = await attempt({ failed }, () => enqueueActs(db, [act]));
  if (outcome.isSaved && isCompletion(act)) tellCompleted(db, act, pays);
  return outcome;
}
