import type { ReferralAct } from '@sunloop/shared-types';
import type { UserDb } from '../data/user-db.ts';
import { enqueueActs } from '../sync/enqueue-acts.ts';
import type { SaveOutcome } from '../ui/save-outcome.ts';
import { attempt } from './attempt.ts';

/** Saves an act, to be sent when it can be; what this device cannot save is told (SPEC §8). */
export function saveAct(db: UserDb, act: ReferralAct): Promise<SaveOutcome> {
  const failed = act.act === 'delete' ? 'Delete Failed' : 'Update Failed';
  return attempt({ failed }, () => enqueueActs(db, [act]));
}
