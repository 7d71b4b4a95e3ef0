import { type OwedSignOut, writeSession } from '../data/device-db.ts';

/** Leaves the device as a tab does that dies right after it wrote down that the person signed out. */
export function oweSignOut(
  userId: string,
  unsent: OwedSignOut['unsent'],
  more: Partial<Pick<OwedSignOut, 'since' | 'lastKey'>> = {},
): Promise<void> {
  return writeSession({
    key: 'session',
    state: 'signing-out',
    userId,
    unsent,
    since: Date.now(),
    ...more,
  });
}
