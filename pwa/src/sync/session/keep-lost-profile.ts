import type { CurrentUser } from '@sunloop/shared-types';
import { draftStore } from '../../data/drafts.ts';
import type { UserDb } from '../../data/user-db.ts';

const FIELDS = ['username', 'email', 'phone', 'address'] as const;
/** Nobody's value: the form asks about a field whose stored value is not what was seen. */
const UNSEEN = '\0';

/**
 * The server was put back to before its user changed their profile: what they had comes back as a draft of the profile's
 * form, which asks about each field. What was typed there meanwhile stays (rule 38).
 */
export async function keepLostProfile(
  db: UserDb,
  lost: CurrentUser,
  stored: CurrentUser,
): Promise<void> {
  const drafts = draftStore(db, 'profile');
  const fields = FIELDS.filter((field) => lost[field] !== stored[field]);
  const values = fields.map((field) => [
    [field, lost[field] ?? ''],
    [`${field}:seen`, UNSEEN],
  ]);
  await drafts.save({ ...Object.fromEntries(values.flat()), ...(await drafts.read()) });
}
