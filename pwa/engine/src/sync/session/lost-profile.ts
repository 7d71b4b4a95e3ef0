import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { draftStore } from '../../data/drafts.ts';
import type { UserDb } from '../../data/user-db.ts';

const FIELDS = ['username', 'email', 'phone', 'address'] as const;
/** Nobody's value: the form asks about a field whose stored value is not what was seen. */
const UNSEEN = '\0';

/**
 * What the user had changed comes back as a draft of the profile's form, which asks about each field. What was typed there
 * meanwhile stays (rule 38).
 */
export async function keepLostProfile(
  db: UserDb,
  lost: CurrentUser,
  stored: CurrentUser,
): Promise<void> {
  const drafts = draftStore(db, 'profile');
  const fields = FIELDS.filter((field) => lost[field] !== stored[field]);
  const values = fields.flatMap((field) => [
    [field, lost[field] ?? ''],
    [`${field}:seen`, UNSEEN],
  ]);
  await drafts.save({ ...Object.fromEntries(values), ...(await drafts.read()) });
}

/** Whether the profile's form has to ask about what a restore of the server lost. A Dexie read, for a live query. */
export async function hasLostProfile(db: UserDb): Promise<boolean> {
  const draft = await draftStore(db, 'profile').read();
  return Object.values(draft ?? {}).includes(UNSEEN);
}
