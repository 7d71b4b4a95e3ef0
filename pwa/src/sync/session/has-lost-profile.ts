import { draftStore } from '../../data/drafts.ts';
import type { UserDb } from '../../data/user-db.ts';
import { UNSEEN } from './heed-user.ts';

/** Whether the profile's form has to ask about what a restore of the server lost. A Dexie read, for a live query. */
export async function hasLostProfile(db: UserDb): Promise<boolean> {
  const draft = await draftStore(db, 'profile').read();
  return Object.values(draft ?? {}).includes(UNSEEN);
}
