import { Modal } from '../../ui/layers/modal.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Props = { email: string; onClose: () => void };

/** For a session the server has ended: the screens stay, and what waits goes out afterwards. */
export function SignInAgainDialog({ email, onClose }: Props) {
  return (
    <Modal
      title="Sign in again"
      description="Your session has ended. Nothing you saved is lost."
      onClose={onClose}
    >
      <SignInForm email={email} onIn={onClose} />
    </Modal>
  );
}
