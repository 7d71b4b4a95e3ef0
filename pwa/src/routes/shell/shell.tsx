import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isUnreadable } from '@sunloop/engine/data/storage/notices.ts';
import { onTrouble } from '@sunloop/engine/data/storage/trouble.ts';
import { openUserDb } from '@sunloop/engine/data/user-db.ts';
import { readSignedIn } from '../find-user.ts';
import { UNREADABLE_STORAGE } from '../unreadable-storage.ts';
import { SessionContext } from './session-context.ts';
import { ShellLayout } from './shell-layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

const LockPage = lazyPart(() => import('./lock-page.tsx'), 'LockPage');
const SafetyPage = lazyPart(() => import('./own-password-page.tsx'), 'SafetyPage');

/** SPEC §2: /auth opens a moment after the session ended, in this tab or in another. Milliseconds. */
const AFTER_LOGOUT_MS = 100;

/** Gives every page below the person who is signed in on this device. */
export function Shell() {
  const guarded = useRouteContext({ from: '/protected' }).signedIn;
  const [looks, setLooks] = useState(0);
  const stored = useLiveQuery(readSignedIn, [looks], 'loading' as const);
  const live = stored === 'loading' ? undefined : stored;
  const isOver = stored !== 'loading' && !live;
  const { user, lock } = live ?? guarded;
  const db = openUserDb(user.id);
  const session = useMemo(() => ({ user, db }), [user, db]);
  // Live queries do not report it, so every card would load forever.
  const isLost = useSyncExternalStore(onTrouble, () => isUnreadable(db));
  if (isLost) throw Object.assign(new Error(db.name), { name: UNREADABLE_STORAGE });

  const navigate = useNavigate();
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/auth', replace: true }), AFTER_LOGOUT_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate]);

  return (
    <SessionContext value={session}>
      <Suspense fallback={<Spinner />}>
        {lock ? (
          <LockPage lock={lock} onLook={() => setLooks(looks + 1)} />
        ) : user.passwordEndsAt || user.secondFactor === 'required' ? (
          <SafetyPage />
        ) : (
          <ShellLayout key={user.id} />
        )}
      </Suspense>
    </SessionContext>
  );
}
