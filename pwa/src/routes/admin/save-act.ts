import type { ReferralAct } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { enqueueActs } from '../../sync/acts.ts';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { attempt } from '../attempt.ts';
import { isCompletion, tellCompleted } from './completion.ts';

/**
 * Saves an act, to be sent when possible. Says so if this device cannot save it (SPEC §8), and announces a completion
 * with what it `pays` and an undo.
 */
export async function saveAct(db: UserDb, act: ReferralAct, pays?: string): Promise<SaveOutcome> {
  const failed = act.act === 'delete' ? 'Delete Failed' : 'Update Failed';
  const outcome = await attempt({ failed }, () => enqueueActs(db, [act]));
  if (outcome.isSaved && isCompletion(act)) tellCompleted(db, act, pays);
  return outcome;
}
