import { EditUserDialog } from './edit-user-dialog.tsx';
import { EraseUserDialog } from './erase-user-dialog.tsx';
import { OwnPasswordDialog } from './own-password-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { SureDialog } from './sure-dialog.tsx';
import type { UserActs, UserQuestion } from './user-acts.ts';

type Props = {
  asked: UserQuestion | null;
  acts: UserActs;
  /** The admin who asks. */
  ownId: string;
  onClose: () => void;
};

/** The one dialog that is open about a user, opened from the list or from the user's page. */
export function UserDialogs({ asked, acts, ownId, onClose }: Props) {
  if (!asked) return null;
  const { kind, user } = asked;
  const isOwn = user.id === ownId;
  switch (kind) {
    case 'edit':
      return (
        <EditUserDialog
          user={user}
          isOwn={isOwn}
          onChange={(change, done) => acts.change(user.id, change, done)}
          onClose={onClose}
        />
      );
    case 'reset':
      if (isOwn) return <OwnPasswordDialog onClose={onClose} />;
      return (
        <ResetPasswordDialog
          user={user}
          onReset={() => acts.resetPassword(user.id)}
          onClose={onClose}
        />
      );
    case 'erase':
      return (
        <EraseUserDialog
          user={user}
          onErase={(done) => acts.erase(user.id, done)}
          onClose={onClose}
        />
      );
    default:
      return <SureDialog {...{ kind, user, isOwn, acts, onClose }} />;
  }
}
