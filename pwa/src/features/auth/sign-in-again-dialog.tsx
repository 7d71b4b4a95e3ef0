import { Modal } from '../../ui/modal.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Props = { email: string; isOpen: boolean; onClose: () => void };

/** For a session the server has ended: the screens stay, and what waits is sent afterwards. */
export function SignInAgainDialog({ email, isOpen, onClose }: Props) {
  return (
    <Modal
      title="Sign in again"
      description="Your session has ended. Nothing you saved is lost."
      isOpen={isOpen}
      onClose={onClose}
    >
      <SignInForm email={email} onIn={onClose} />
    </Modal>
  );
}
