import type { User } from '@sunloop/shared-types/ground/user.ts';
import { DAY_MS, TEMPORARY_PASSWORD_MS } from '@sunloop/shared-types/limits.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import { useOpenForm } from '../../../ui/forms/open-forms.ts';
import { showToast } from '../../../ui/layers/notices.ts';
import type { UserActs } from './user-acts.ts';

type Props = {
  user: User;
  onReset: () => ReturnType<UserActs['resetPassword']>;
  onClose: () => void;
};

const DAYS = TEMPORARY_PASSWORD_MS / DAY_MS;

/** The password replaces the question. */
const stayOpen = () => {};

/** Asks, then shows the temporary password once; it exists only in this dialog. */
export function ResetPasswordDialog({ user, onReset, onClose }: Props) {
  const [temporary, setTemporary] = useState<string | null>(null);
  const handleConfirm = async () => {
    const outcome = await onReset();
    if (outcome.isSaved) setTemporary(outcome.answer);
    return outcome;
  };
  if (temporary !== null) {
    return <TemporaryPassword user={user} password={temporary} onClose={onClose} />;
  }
  return (
    <DeskConfirm
      title="Reset Password"
      confirmLabel="Reset Password"
      busyLabel="Resetting..."
      variant="danger"
      onConfirm={handleConfirm}
      onClose={onClose}
      onDone={stayOpen}
    >
      <p>
        Reset the password of <strong>{user.username}</strong> ({user.email})? The old password
        stops working at once, and every device they are signed in on is logged out; what waits
        there to be sent is kept.
      </p>
      <p>
        You get a temporary password for them. It ends in {DAYS} days, and whoever signs in with it
        is first asked for a new one.
      </p>
    </DeskConfirm>
  );
}

type ShownProps = { user: User; password: string; onClose: () => void };

function TemporaryPassword({ user, password, onClose }: ShownProps) {
  const [isCopied, setCopied] = useState(false);
  // Nothing is typed here, but a reload would lose the password.
  useOpenForm(true);
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(password);
      setCopied(true);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not allowed';
      const description = `Could not copy to clipboard: ${reason}`;
      showToast({ title: 'Failed to copy', description, variant: 'destructive' });
    }
  };
  return (
    <DeskDialog title="Temporary password" isDismissable={false} onClose={onClose}>
      <div className="stack">
        <p>
          {user.username} can sign in with this password for {DAYS} days, and is first asked for a
          new one. It is shown only once: share it securely, never by plain email.
        </p>
        <div className="temporary-password">
          <output aria-label="Temporary password">{password}</output>
          <Button
            variant="quiet"
            icon={isCopied ? 'check' : 'copy'}
            onPress={() => void handleCopy()}
          >
            {isCopied ? 'Copied!' : 'Copy'}
          </Button>
        </div>
      </div>
      <div className="form-actions">
        <Button onPress={onClose}>Done</Button>
      </div>
    </DeskDialog>
  );
}
