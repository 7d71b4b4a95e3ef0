import type { User } from '@sunloop/shared-types/ground/user.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { NoticeText } from '../../../ui/layers/notices.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { EraseUserDialog } from './erase-user-dialog.tsx';
import { OwnPasswordDialog } from './own-password-dialog.tsx';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { isActiveUser, type UserActs, type UserQuestion } from './user-acts.ts';

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
    case 'factor':
      return (
        <ResetFactorDialog
          user={user}
          onReset={(done) => acts.resetFactor(user.id, done)}
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
    case 'role':
      return (
        <RoleDialog
          user={user}
          isOwn={isOwn}
          onChange={(change, done) => acts.change(user.id, change, done)}
          onClose={onClose}
        />
      );
    case 'activity':
    case 'taking':
    case 'sessions':
      return <SureDialog {...wordsOf(kind, user, isOwn)} {...{ kind, user, acts, onClose }} />;
  }
}

type Words = {
  title: string;
  text: string;
  confirm: string;
  warning: string | undefined;
  isDanger: boolean;
  done: NoticeText;
};
type SureProps = Words & {
  kind: 'activity' | 'taking' | 'sessions';
  user: User;
  acts: UserActs;
  onClose: () => void;
};

function SureDialog({ kind, user, acts, onClose, ...words }: SureProps) {
  const act = () => {
    switch (kind) {
      case 'activity':
        return acts.change(
          user.id,
          { isActive: isActiveUser(user) ? 'false' : 'true' },
          words.done,
        );
      case 'taking':
        return acts.changeMayTake(user.id, !user.mayTake, words.done);
      case 'sessions':
        return acts.endSessions(user.id, words.done);
    }
  };
  return (
    <DeskConfirm
      title={words.title}
      confirmLabel={words.confirm}
      busyLabel="Saving..."
      variant={words.isDanger ? 'danger' : 'primary'}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {words.warning && (
        <Banner tone="wait" icon="alert">
          {words.warning}
        </Banner>
      )}
    </DeskConfirm>
  );
}

function wordsOf(kind: SureProps['kind'], user: User, isOwn: boolean): Words {
  switch (kind) {
    case 'activity':
      return isActiveUser(user) ? inactiveWords(user, isOwn) : activeWords(user);
    case 'taking':
      return user.mayTake ? noTakingWords(user) : takingWords(user);
    case 'sessions':
      return {
        title: 'End all sessions',
        text: `${user.username} is logged out on every device and has to sign in again. What they have not sent yet stays on their devices.`,
        confirm: 'End all sessions',
        warning: isOwn ? 'This is your own account: you will be logged out here too.' : undefined,
        isDanger: true,
        done: { title: 'Sessions ended', description: `${user.username} has to sign in again.` },
      };
  }
}

const takingWords = ({ username }: User): Words => ({
  title: 'Let take for others',
  text: `${username} can take referrals on behalf of other customers, found by their referral code. Such a referral belongs to the customer and pays the customer, who sees who took it.`,
  confirm: 'Let take for others',
  warning: undefined,
  isDanger: false,
  done: { title: 'Saved', description: `${username} may take referrals for others.` },
});

const noTakingWords = ({ username }: User): Words => ({
  title: 'Take for others no more',
  text: `${username} can no longer take referrals for other customers. What still waits on their devices is refused and stays with them; what we have stays as it is.`,
  confirm: 'Take for others no more',
  warning: undefined,
  isDanger: true,
  done: { title: 'Saved', description: `${username} takes referrals for others no more.` },
});

const inactiveWords = ({ username }: User, isOwn: boolean): Words => ({
  title: 'Make inactive',
  text: `${username} can no longer sign in, and all their sessions end at once. Their referrals and rewards stay as they are.`,
  confirm: 'Make inactive',
  warning: isOwn ? 'This is your own account: you will be logged out and locked out.' : undefined,
  isDanger: true,
  done: { title: 'User updated', description: `${username} is now inactive.` },
});

const activeWords = ({ username }: User): Words => ({
  title: 'Make active',
  text: `${username} can sign in again with their password.`,
  confirm: 'Make active',
  warning: undefined,
  isDanger: false,
  done: { title: 'User updated', description: `${username} is now active.` },
});
