import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { AuthScreen } from '../accounts/session/auth-screen.tsx';
import { HandedNotice } from '../referrals/courier/handed-notice.tsx';
import { useOwedSignOut } from './use-owed-sign-out.ts';
import { lazyPart } from '../ui/layers/lazy-part.ts';

const OnlineOnlyPage = lazyPart(() => import('./online-only-page.tsx'), 'OnlineOnlyPage');

const ErasedNotice = lazyPart(
  () => import('../accounts/session/erased-notice.tsx'),
  'ErasedNotice',
);

/** /auth: after login or sign-up the browser goes to / (SPEC §2), which needs a browser that stores data. */
export function AuthPage() {
  const navigate = useNavigate();
  const { shared } = useSearch({ from: '/auth' });
  const [unkept, setUnkept] = useState<User>();
  const isKnown = useOwedSignOut();
  return (
    <>
      <title>Sign in · Sunloop</title>
      {unkept ? (
        <Suspense>
          <OnlineOnlyPage user={unkept} onOut={() => setUnkept(undefined)} />
        </Suspense>
      ) : (
        <AuthScreen
          notice={
            <>
              <HandedNotice wasShared={shared === 1} />
              <Suspense>{isKnown && <ErasedNotice />}</Suspense>
            </>
          }
          onIn={(user, isKept) => {
            if (isKept) void navigate({ to: '/', replace: true });
            else setUnkept(user);
          }}
        />
      )}
    </>
  );
}
