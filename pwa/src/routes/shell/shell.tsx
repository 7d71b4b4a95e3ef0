import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isUnreadable } from '@sunloop/engine/data/storage/notices.ts';
import { onTrouble } from '@sunloop/engine/data/storage/trouble.ts';
import { openUserDb } from '@sunloop/engine/data/user-db.ts';
import { readSignedIn } from '../find-user.ts';
import { UNREADABLE_STORAGE } from '../unreadable-storage.ts';
import { UserDbContext } from '../../stored/user-db.ts';
import { UserContext } from './user-context.ts';
import { ShellLayout } from './shell-layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { useStoredHere } from '../../stored/use-stored.ts';

const LockPage = lazyPart(() => import('./lock-page.tsx'), 'LockPage');
const SafetyPage = lazyPart(() => import('./own-password-page.tsx'), 'SafetyPage');

/** SPEC §2: /auth opens a moment after the session ended, in this tab or in another. Milliseconds. */
const AFTER_LOGOUT_MS = 100;

/** Nobody is null, because undefined is what is not read yet. */
const readWho = async (_looks: number) => (await readSignedIn()) ?? null;

/** Gives every page below the person who is signed in on this device. */
export function Shell() {
  const guarded = useRouteContext({ from: '/protected' }).signedIn;
  const [looks, setLooks] = useState(0);
  const live = useStoredHere(readWho, looks);
  const isOver = live === null;
  const { user, lock } = live ?? guarded;
  const db = openUserDb(user.id);
  // Thrown under this name, because the page is tried again once the database can be read.
  const isLost = useSyncExternalStore(onTrouble, () => isUnreadable(db));
  if (isLost) throw Object.assign(new Error(db.name), { name: UNREADABLE_STORAGE });

  const navigate = useNavigate();
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/auth', replace: true }), AFTER_LOGOUT_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate]);

  return (
    <UserContext value={user}>
      <UserDbContext value={db}>
        <Suspense fallback={<Spinner />}>
          {lock ? (
            <LockPage lock={lock} onLook={() => setLooks(looks + 1)} />
          ) : user.passwordEndsAt || user.secondFactor === 'required' ? (
            <SafetyPage />
          ) : (
            <ShellLayout key={user.id} />
          )}
        </Suspense>
      </UserDbContext>
    </UserContext>
  );
}
