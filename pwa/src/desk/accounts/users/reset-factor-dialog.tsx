import type { User } from '@sunloop/shared-types/ground/user.ts';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { NoticeText } from '../../../ui/layers/notices.ts';

type Props = {
  user: User;
  onReset: (done: NoticeText) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Asks before somebody's lost second factor is taken away. */
export function ResetFactorDialog({ user, onReset, onClose }: Props) {
  const done = {
    title: 'Second factor reset',
    description: `${user.username} signs in by password.`,
  };
  return (
    <DeskConfirm
      title="Reset second factor"
      confirmLabel="Reset second factor"
      busyLabel="Saving..."
      variant="danger"
      onConfirm={() => onReset(done)}
      onClose={onClose}
    >
      <p>
        <strong>{user.username}</strong> ({user.email}) loses all passkeys, codes and recovery
        codes, and has to sign in again by password. They are told by mail. Make sure that it is
        they who ask: call them.
      </p>
    </DeskConfirm>
  );
}
