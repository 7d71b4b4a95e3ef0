import { Suspense } from 'react';
import { Modal } from '../../ui/layers/modal.tsx';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { SignInForm } from './sign-in-form.tsx';

const PasskeyPart = lazyPart(() => import('./passkey-part.tsx'), 'PasskeyPart');

type Props = { email: string; onClose: () => void };

/** For a session the server has ended: the screens stay, and what waits goes out afterwards. */
export function SignInAgainDialog({ email, onClose }: Props) {
  return (
    <Modal
      title="Sign in again"
      description="Your session has ended. Nothing you saved is lost."
      onClose={onClose}
    >
      <SignInForm email={email} onIn={onClose}>
        <Suspense>
          <PasskeyPart onIn={onClose} />
        </Suspense>
      </SignInForm>
    </Modal>
  );
}
