import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { Suspense } from 'react';
import { Modal } from '../../ui/layers/modal.tsx';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SsoButton } from './sso-button.tsx';

const PasskeyPart = lazyPart(() => import('./passkey-part.tsx'), 'PasskeyPart');

type Props = { user: CurrentUser; onClose: () => void };

/** For a session the server has ended: the screens stay, and what waits goes out afterwards. */
export function SignInAgainDialog({ user, onClose }: Props) {
  return (
    <Modal
      title="Sign in again"
      description="Your session has ended. Nothing you saved is lost."
      onClose={onClose}
    >
      <SignInForm email={user.email} onIn={onClose}>
        <Suspense>
          <PasskeyPart onIn={onClose} />
        </Suspense>
      </SignInForm>
      <SsoButton name={user.sso} to={window.location.pathname} />
    </Modal>
  );
}
