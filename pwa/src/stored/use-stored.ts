import { useMemo } from 'react';
import { deviceDb } from '@sunloop/engine/data/device-db.ts';
import { followLive } from '@sunloop/engine/data/follow-live.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import type { Follow } from '@sunloop/engine/lib/follow.ts';
import { useFollow } from './use-follow.ts';
import { useUserDb } from './user-db.ts';

/**
 * What `read` finds in the person's database, live: undefined at first, and what was found before while `args` are new. Both
 * `read` and `args` must stay the same while the question is the same. A failed read throws into the page, whose error screen says
 * what to do.
 */
export function useStored<Args extends readonly unknown[], T>(
  read: (db: UserDb, ...args: Args) => PromiseLike<T>,
  ...args: Args
): T | undefined {
  const db = useUserDb();
  return useFollow(
    // oxlint-disable-next-line react/exhaustive-deps -- the question is all of these
    useMemo(() => followLive(db, () => read(db, ...args)), [db, read, ...args]),
  );
}

/** As `useStored`, for a read that follows changes in its own way, such as a paced one (`followRead`). */
export function useFollowed<Args extends readonly unknown[], T>(
  follow: (db: UserDb, ...args: Args) => Follow<T>,
  ...args: Args
): T | undefined {
  const db = useUserDb();
  // oxlint-disable-next-line react/exhaustive-deps -- the question is all of these
  return useFollow(useMemo(() => follow(db, ...args), [db, follow, ...args]));
}

/** As `useStored`, of what the device itself holds, whoever is signed in. */
export function useStoredHere<Args extends readonly unknown[], T>(
  read: (...args: Args) => PromiseLike<T>,
  ...args: Args
): T | undefined {
  return useFollow(
    // oxlint-disable-next-line react/exhaustive-deps -- the question is all of these
    useMemo(() => followLive(deviceDb, () => read(...args)), [read, ...args]),
  );
}
