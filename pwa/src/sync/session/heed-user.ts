import type { CurrentUser } from '@sunloop/shared-types';
import type { DeviceSession } from '../../data/device-db.ts';
import { draftStore } from '../../data/drafts.ts';
import type { UserDb } from '../../data/user-db.ts';
import { forgetErasedOthers } from './forget-desk.ts';

const FIELDS = ['username', 'email', 'phone', 'address'] as const;
/** Nobody's value: the form asks about a field whose stored value is not what was seen. */
export const UNSEEN = '\0';

/** Does what the server's answer about its user calls for, compared with what was known: whom and what was lost. */
export async function heedUser(
  db: UserDb,
  user: CurrentUser,
  known: DeviceSession | undefined,
): Promise<void> {
  await forgetErasedOthers(db, user);
  if (known?.state !== 'active' || known.user.id !== user.id) return;
  if (isPutBack(user, known.user)) await keepLostProfile(db, known.user, user);
}

/** Whether an older profile came from a server that was put back to an earlier state, and not only late. */
function isPutBack(user: CurrentUser, known: CurrentUser): boolean {
  return user.epoch !== known.epoch && (user.updatedAt ?? '9') < (known.updatedAt ?? '');
}

/**
 * What the user had changed comes back as a draft of the profile's form, which asks about each field. What was typed there
 * meanwhile stays (rule 38).
 */
async function keepLostProfile(db: UserDb, lost: CurrentUser, stored: CurrentUser): Promise<void> {
  const drafts = draftStore(db, 'profile');
  const fields = FIELDS.filter((field) => lost[field] !== stored[field]);
  const values = fields.flatMap((field) => [
    [field, lost[field] ?? ''],
    [`${field}:seen`, UNSEEN],
  ]);
  await drafts.save({ ...Object.fromEntries(values), ...(await drafts.read()) });
}
